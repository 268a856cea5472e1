import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled, InfoCircleFilled, LoadingOutlined } from '@ant-design/icons';
import { ConfigProvider } from 'antd';
import enUS from 'antd/es/locale/en_US';
import zhCN from 'antd/es/locale/zh_CN';
import type { ReactNode } from 'react';
import { useLanguage } from '@/locales/language';
import { theme } from '../../config/theme';

// Disabled in the theme: with CSS alone, antd would wait for the end of a motion before it removes a closing part.
const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
const look = { ...theme, token: { ...theme.token, motion: !isCalm } };

const modal = {
  styles: { header: { marginBottom: 16 }, footer: { marginTop: 20 } },
  // A dialog asks a question or has input: a stray click beside it must not discard it.
  mask: { closable: false },
};

// antd's own icon leaves with a transition, which never ends if the answer came before it had grown; its label is always "loading".
const button = { autoInsertSpace: false, loadingIcon: <LoadingOutlined aria-hidden /> };

// Hidden from screen readers: the text beside them says the same.
const alert = {
  successIcon: <CheckCircleFilled aria-hidden />,
  infoIcon: <InfoCircleFilled aria-hidden />,
  warningIcon: <ExclamationCircleFilled aria-hidden />,
  errorIcon: <CloseCircleFilled aria-hidden />,
};

// Without the focus, a screen reader user would not learn which field is wrong.
const form = { scrollToFirstError: { focus: true } };

/** Theme and language of all antd components below. */
export default function AntdLook({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider theme={look} locale={useLanguage() === 'zh-CN' ? zhCN : enUS} button={button} alert={alert} modal={modal} form={form}>
      {children}
    </ConfigProvider>
  );
}
