/** Whose a picture or a clip is. */
export interface Origin {
  /** What files of it are called after: the device's serial number, or the name of a clip's file that does not tell it. */
  name: string;
  /** The serial number, when it is known. */
  device?: string;
}

export const ofDevice = (sn: string): Origin => ({ name: sn, device: sn });
export const ofFile = (file: string): Origin => ({ name: file.replace(/\.dpth$/i, '') });

/** `DC-1-depth-2026-11-21T06-31-20Z.png`. @param capturedAt microseconds since the epoch, as in the header of a frame */
export const fileNameOf = ({ name }: Origin, kind: string, capturedAt: number, ending: string): string =>
  `${name}-${kind}-${timeText(capturedAt).slice(0, 19).replaceAll(':', '-')}Z.${ending}`;

/** What files say of a picture besides what is in it. */
export const aboutOf = ({ device }: Origin, capturedAt: number) => ({ ...(device && { device }), 'captured-at': timeText(capturedAt) });

/** ISO 8601, UTC. */
export const timeText = (capturedAt: number): string => new Date(capturedAt / 1000).toISOString();
