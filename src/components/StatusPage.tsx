import type { ReactNode } from 'react';
import { Contours } from './Contours';
import type { Scene } from './scenes';

interface StatusPageProps {
  scene: Scene;
  title: string;
  /** The reason, in a sentence. */
  children?: ReactNode;
  /** The next step: `<ActionLink>` or a button. */
  action?: ReactNode;
  /** An error is announced; a page that is simply empty is not. */
  role?: 'alert';
}

/** A page, or a part of one, without content: not found, not allowed, failed, empty, still to come. */
export function StatusPage({ scene, title, children, action, role }: StatusPageProps) {
  return (
    <section className="status-page" role={role}>
      <Contours scene={scene} />
      <h1>{title}</h1>
      {children && <div className="why">{children}</div>}
      {action && <div className="action">{action}</div>}
    </section>
  );
}
