import type { ReactNode } from 'react';
import { Contours } from './Contours';
import type { Scene } from './scenes';

export interface StatusPageProps {
  scene: Scene;
  title: string;
  /** The reason, in a sentence. */
  children?: ReactNode;
  /** The next step: `<ActionLink>` or a button. */
  action?: ReactNode;
  /** An error is announced; a page that is simply empty is not. */
  role?: 'alert';
  /** Is it the whole page? Then its title is the page's. */
  isPage?: boolean;
}

/** A page, or a part of one, without content: not found, not allowed, failed, empty, still to come. */
export function StatusPage({ scene, title, children, action, role, isPage }: StatusPageProps) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <section className="status-page" role={role}>
      <Contours scene={scene} />
      <Title>{title}</Title>
      {children && <div className="why">{children}</div>}
      {action && <div className="action">{action}</div>}
    </section>
  );
}
