import { useSettings } from '@/services/useSettings';

export default function Footer() {
  return (
    <footer className="page-footer number">
      © {new Date().getFullYear()} {useSettings()?.productName}
    </footer>
  );
}
