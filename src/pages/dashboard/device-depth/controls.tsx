import { type ReactNode, useId } from 'react';
import { Icon, type IconName } from './icons';
import { useViewerState } from './useViewer';
import './controls.css';

interface ActionProps {
  icon: IconName;
  label: string;
  /** Keyboard shortcut. */
  hint?: string;
  isPressed?: boolean;
  isDisabled?: boolean;
  /** Shows only the icon; the label is accessible, and shown on hover. */
  isBare?: boolean;
  className?: string;
  onClick: () => void;
}

export function Action({ icon, label, hint, isPressed, isDisabled, isBare, className = '', onClick }: ActionProps) {
  const key = useKey(hint);
  return (
    <button
      type="button"
      className={`depth-action ${className}`}
      aria-label={isBare ? label : undefined}
      aria-pressed={isPressed}
      aria-keyshortcuts={key}
      title={key ? `${label} (${key})` : label}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon name={icon} />
      {!isBare && <span>{label}</span>}
    </button>
  );
}

/** The shortcut, unless shortcuts are disabled; the space bar always works. */
function useKey(hint: string | undefined): string | undefined {
  const { hasKeys } = useViewerState();
  return hasKeys || hint === 'Space' ? hint : undefined;
}

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string; icon?: IconName }[];
  onChange: (value: T) => void;
}

/** A choice of a few options. */
export function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className="depth-choice" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.icon && <Icon name={option.icon} />}
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function Switch({
  label,
  hint,
  isOn,
  onChange,
}: {
  label: string;
  hint?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const key = useKey(hint);
  return (
    <label className="depth-switch" title={key && `${label} (${key})`}>
      <span>{label}</span>
      <input type="checkbox" checked={isOn} aria-keyshortcuts={key} onChange={({ target }) => onChange(target.checked)} />
    </label>
  );
}

export function Section({ title, children, aside }: { title: string; children: ReactNode; aside?: ReactNode }) {
  const id = useId();
  return (
    <section className="depth-section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
