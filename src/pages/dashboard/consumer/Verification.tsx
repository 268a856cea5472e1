import { Radio, Tabs } from 'antd';
import { useState } from 'react';
import { CodeWords } from '@/components/CodeWords';
import { Snippet } from '@/components/Snippet';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';
import { useSought } from '@/utils/useSought';
import { SignatureDoctor } from './SignatureDoctor';
import { verifyCode } from './verify-code';

/** How a receiver verifies signatures: code in several languages, and a diagnosis for failures. */
export default function Verification({ appKey }: { appKey: string }) {
  const t = useTexts(webhookTexts);
  const [name, setName] = useState<string>(verifyCode[0].name);
  const shown = verifyCode.find((one) => one.name === name) ?? verifyCode[0];
  return (
    <section ref={useSought('code')} className="panel wide" aria-label={t.verify}>
      <Tabs
        items={[
          {
            key: 'code',
            label: t.verify,
            children: (
              <>
                <p className="muted">
                  <CodeWords text={t.verifyWhy} />
                </p>
                <Radio.Group
                  className="code-languages"
                  aria-label={t.codeLanguage}
                  size="small"
                  optionType="button"
                  value={shown.name}
                  options={verifyCode.map(({ name }) => name)}
                  onChange={({ target }) => setName(target.value)}
                />
                <Snippet code={shown.code} what={t.code(shown.name)} />
              </>
            ),
          },
          { key: 'doctor', label: t.doctor, children: <SignatureDoctor appKey={appKey} /> },
        ]}
      />
    </section>
  );
}
