/** The origin of a picture or a clip. */
export interface Origin {
  /** Prefix of file names: the serial number, or the file name of a clip without one. */
  name: string;
  /** The serial number, if known. */
  device?: string;
}

export const ofDevice = (sn: string): Origin => ({ name: sn, device: sn });
export const ofFile = (file: string): Origin => ({ name: file.replace(/\.dpth$/i, '') });

/** `DC-1-depth-2026-11-21T06-31-20Z.png`. @param capturedAt microseconds since the epoch, as in the header of a frame */
export const fileNameOf = ({ name }: Origin, kind: string, capturedAt: number, ending: string): string =>
  `${name}-${kind}-${timeText(capturedAt).slice(0, 19).replaceAll(':', '-')}Z.${ending}`;

/** Metadata of a picture's files. */
export const aboutOf = ({ device }: Origin, capturedAt: number) => ({ ...(device && { device }), 'captured-at': timeText(capturedAt) });

/** ISO 8601, UTC. */
export const timeText = (capturedAt: number): string => new Date(capturedAt / 1000).toISOString();
