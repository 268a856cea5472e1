import { ConfigProvider } from 'antd';
import enUS from 'antd/es/locale/en_US';
import zhCN from 'antd/es/locale/zh_CN';
import type { ReactNode } from 'react';
import { useLanguage } from '@/locales/language';
import { theme } from '../../config/theme';

/** The look and the language of everything from antd below it. */
export default function AntdLook({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider theme={theme} locale={useLanguage() === 'zh-CN' ? zhCN : enUS} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  );
}
