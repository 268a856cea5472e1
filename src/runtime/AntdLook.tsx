import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled, InfoCircleFilled, LoadingOutlined } from '@ant-design/icons';
import { ConfigProvider } from 'antd';
import enUS from 'antd/es/locale/en_US';
import zhCN from 'antd/es/locale/zh_CN';
import type { ReactNode } from 'react';
import { useLanguage } from '@/locales/language';
import { theme } from '../../config/theme';

// Style sheets alone would stop antd's motions half-way: it waits for the end of one before it takes a leaving part away.
const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
const look = { ...theme, token: { ...theme.token, motion: !isCalm } };

const modal = {
  styles: { header: { marginBottom: 16 }, footer: { marginTop: 20 } },
  // A dialog asks something, or holds what was typed: a stray click beside it loses neither.
  mask: { closable: false },
};

// antd's own takes its leave in a transition, which never ends when the answer came before it had grown, and is called "loading" in every language.
const button = { autoInsertSpace: false, loadingIcon: <LoadingOutlined aria-hidden /> };

// Likewise: what they mean stands beside them.
const alert = {
  successIcon: <CheckCircleFilled aria-hidden />,
  infoIcon: <InfoCircleFilled aria-hidden />,
  warningIcon: <ExclamationCircleFilled aria-hidden />,
  errorIcon: <CloseCircleFilled aria-hidden />,
};

// Nothing else tells somebody who does not see the page which field is wrong.
const form = { scrollToFirstError: { focus: true } };

/** The look and the language of everything from antd below it. */
export default function AntdLook({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider theme={look} locale={useLanguage() === 'zh-CN' ? zhCN : enUS} button={button} alert={alert} modal={modal} form={form}>
      {children}
    </ConfigProvider>
  );
}
