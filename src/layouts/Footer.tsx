import { useSettings } from '@/services/useSettings';

export function Footer() {
  return (
    <footer className="page-footer number">
      © {new Date().getFullYear()} {useSettings()?.productName}
    </footer>
  );
}
