import type { ReactNode } from 'react';
import { CopyText } from '@/components/CopyText';
import { SecretDialog } from '@/components/SecretDialog';
import { SecretOnce } from '@/components/SecretOnce';
import { Snippet } from '@/components/Snippet';
import { useLanguage } from '@/locales/language';
import { projectTexts } from '@/locales/project';
import { useTexts } from '@/locales/texts';

interface ProjectSecretProps {
  title: string;
  appKey: string;
  appSecret: string;
  /** Further text, e.g. about the old secret. */
  children?: ReactNode;
  onClosed: () => void;
}

/** Shows the secret of a project, once, with a command to try it. */
export function ProjectSecret({ title, appKey, appSecret, children, onClosed }: ProjectSecretProps) {
  const t = useTexts(projectTexts);
  const spoken = useLanguage();
  // The platform answers in Chinese unless it is asked otherwise.
  const header = spoken === 'zh-CN' ? '' : ` -H 'Accept-Language: ${spoken}'`;
  const curl = `curl -u ${appKey}:${appSecret}${header} \\\n  ${location.origin}/v1/platform/${appKey}/device`;

  return (
    <SecretDialog title={title} kept={t.kept} onClosed={onClosed}>
      <dl className="secret-facts">
        <dt>{t.appKey}</dt>
        <dd>
          <CopyText text={appKey} what={t.appKey} />
        </dd>
        <dt>{t.appSecret}</dt>
        <dd>
          <SecretOnce secret={appSecret} what={t.appSecret} />
        </dd>
      </dl>
      {children}
      <p>{t.basicHint}</p>
      <Snippet code={curl} what={t.curl} />
    </SecretDialog>
  );
}
