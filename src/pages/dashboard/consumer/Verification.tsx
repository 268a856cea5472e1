import { Tabs } from 'antd';
import { Snippet } from '@/components/Snippet';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';
import { SignatureDoctor } from './SignatureDoctor';
import { verifyCode } from './verify-code';

/** How the receiver makes sure: code for its language, and the doctor for when that fails. */
export default function Verification({ appKey }: { appKey: string }) {
  const t = useTexts(webhookTexts);
  return (
    <section className="panel wide" aria-label={t.verify}>
      <Tabs
        items={[
          {
            key: 'code',
            label: t.verify,
            children: (
              <>
                <p className="muted">{t.verifyWhy}</p>
                <Tabs
                  size="small"
                  items={verifyCode.map(({ name, code }) => ({
                    key: name.replace(/\W/g, '-'),
                    label: name,
                    children: <Snippet code={code} what={t.code(name)} />,
                  }))}
                />
              </>
            ),
          },
          { key: 'doctor', label: t.doctor, children: <SignatureDoctor appKey={appKey} /> },
        ]}
      />
    </section>
  );
}
