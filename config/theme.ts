import type { ThemeConfig } from 'antd';

/** The design tokens of the console: used by antd through `theme`, and by CSS as custom properties, `--primary`, `--line`, … */
export const look = {
  primary: '#1677ff',
  /** The primary colour for text and behind white text, where `primary` has too little contrast (WCAG AA). */
  primaryStrong: '#0f68ea',
  primaryPressed: '#0a57cc',
  primarySoft: '#e8f2ff',
  page: '#f5f7fa',
  surface: '#ffffff',
  line: '#eef0f3',
  lineStrong: '#d8dde4',
  text: '#1d2430',
  muted: '#5a6675',
  online: '#1a9c54',
  offline: '#7a8494',
  inactive: '#6a85a8',
  disabled: '#d48806',
  failed: '#d9363e',
  failedPressed: '#b3242e',
  radius: '8px',
  cardRadius: '12px',
  font: "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif",
  codeFont: "ui-monospace, SFMono-Regular, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace",
} as const;

export const theme: ThemeConfig = {
  token: {
    colorPrimary: look.primary,
    // The focus ring: antd's default has too little contrast (WCAG 1.4.11).
    colorPrimaryBorder: look.primary,
    lineWidthFocus: 2,
    colorLink: look.primaryStrong,
    // On hover antd uses a lighter colour with too little contrast; these are darker.
    colorPrimaryHover: look.primaryStrong,
    colorPrimaryTextHover: look.primaryPressed,
    colorLinkHover: look.primaryPressed,
    colorLinkActive: look.primaryPressed,
    colorText: look.text,
    colorTextSecondary: look.muted,
    colorTextTertiary: look.muted,
    colorTextDescription: look.muted,
    colorTextPlaceholder: '#6b7585',
    colorSuccess: look.online,
    colorError: look.failed,
    colorErrorHover: look.failedPressed,
    colorErrorActive: look.failedPressed,
    colorErrorTextHover: look.failedPressed,
    colorBgLayout: look.page,
    colorBorder: look.lineStrong,
    colorBorderSecondary: look.line,
    borderRadius: 8,
    borderRadiusLG: 12,
    controlHeight: 34,
    fontFamily: look.font,
    fontFamilyCode: look.codeFont,
    motionDurationMid: '0.15s',
    motionDurationSlow: '0.2s',
  },
  components: {
    Alert: { fontSizeLG: 14, withDescriptionIconSize: 18, withDescriptionPadding: '12px 16px' },
    Button: {
      borderRadiusLG: 8,
      colorPrimary: look.primaryStrong,
      colorPrimaryHover: look.primaryPressed,
      colorPrimaryActive: look.primaryPressed,
      primaryShadow: 'none',
      defaultShadow: 'none',
    },
    // Aligned with the drawer's body.
    Drawer: { footerPaddingInline: 24 },
    Table: { rowSelectedBg: look.primarySoft, rowSelectedHoverBg: look.primarySoft },
    Tabs: { itemSelectedColor: look.primaryStrong, itemHoverColor: look.primaryPressed, itemActiveColor: look.primaryPressed },
    Dropdown: { colorPrimary: '#0958d9' },
    Menu: { itemSelectedColor: '#0958d9', itemSelectedBg: look.primarySoft, itemHeight: 38 },
  },
};

/** Sets the CSS custom properties; call before the first render. */
export function applyLook(root: HTMLElement): void {
  for (const [name, value] of Object.entries(look)) {
    root.style.setProperty(`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, value);
  }
}
