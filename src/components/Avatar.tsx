import { useMemo } from 'react';
import { ground, hills, hillsOf } from '@/utils/contours';
import { IsoLines } from './Contours';

const SIZE = 48;
const LEVELS = [0.15, 0.3, 0.45, 0.6, 0.75];

interface AvatarProps {
  /** The account's name, from which a picture is generated. */
  of: string;
  /** An image, or '' for the generated one. */
  image: string;
  size?: number;
}

/** The picture of an account: its image, or generated contours. */
export function Avatar({ of, image, size = 28 }: AvatarProps) {
  const terrain = useMemo(() => ground(hills(hillsOf(of, SIZE)), SIZE, SIZE, 3), [of]);
  if (image) return <img className="avatar" src={image} width={size} height={size} alt="" />;
  return (
    <svg className="avatar" viewBox={`0 0 ${SIZE} ${SIZE}`} width={size} height={size} strokeWidth={(1.5 * SIZE) / size} aria-hidden="true">
      <IsoLines of={terrain} levels={LEVELS} />
    </svg>
  );
}
