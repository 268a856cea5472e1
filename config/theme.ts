import type { ThemeConfig } from 'antd';

/** The only place that says how the console looks; CSS reads the same values as `--…` variables from src/global.css. */
export const theme: ThemeConfig = {
  token: {
    colorPrimary: '#1677ff',
    colorBgLayout: '#f5f7fa',
    colorBorderSecondary: '#eef0f3',
    borderRadius: 8,
    borderRadiusLG: 12,
    controlHeight: 34,
    fontFamily:
      "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif",
    fontFamilyCode: "ui-monospace, SFMono-Regular, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace",
    motionDurationMid: '0.15s',
    motionDurationSlow: '0.2s',
  },
};
