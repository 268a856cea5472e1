import { Drawer } from 'antd';
import { useState } from 'react';
import { useFocusBack } from '@/components/useFocusBack';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import { useBackCloses } from '@/utils/useBackCloses';
import { SideMenu } from './SideMenu';

/** The side menu in a drawer, for narrow windows. */
export default function PhoneMenu({ onClosed }: { onClosed: () => void }) {
  const t = useTexts(frameTexts);
  const [isOpen, setIsOpen] = useState(true);
  const focusable = useFocusBack(isOpen);
  const close = () => setIsOpen(false);
  useBackCloses(isOpen, close);
  return (
    <Drawer
      title={t.title}
      placement="left"
      size={264}
      open={isOpen}
      focusable={focusable}
      onClose={close}
      afterOpenChange={(open) => open || onClosed()}
      styles={{ body: { padding: 8 } }}
    >
      <SideMenu onChosen={close} />
    </Drawer>
  );
}
