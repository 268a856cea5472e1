import { ConfigProvider } from 'antd';
import enUS from 'antd/es/locale/en_US';
import zhCN from 'antd/es/locale/zh_CN';
import type { ReactElement, ReactNode } from 'react';
import { PageBoundary } from '@/components/PageBoundary';
import { useLanguage } from '@/locales/language';
import { theme } from '../../config/theme';
import { SessionGuard } from './guard';
import { Notices } from './notices';
import { Toasts } from './toasts';

/** Around everything: looks, language, the last resort for errors, and what is said about the connection. */
export const rootContainer = (container: ReactElement) => <Root>{container}</Root>;

/** Inside the state of the session, around all pages. */
export const innerProvider = (container: ReactElement) => <SessionGuard>{container}</SessionGuard>;

function Root({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider theme={theme} locale={useLanguage() === 'zh-CN' ? zhCN : enUS} button={{ autoInsertSpace: false }}>
      <PageBoundary>{children}</PageBoundary>
      <Toasts />
      <Notices />
    </ConfigProvider>
  );
}
