import { ErrorCode } from '@contract/errors';
import { useEffect, useMemo, useRef, useState } from 'react';
import { api } from '@/services/api';
import { RequestFailure } from '@/utils/failure';
import { ofDevice } from './depth/origin';
import { createMeter } from './stream/meter';
import { type DepthStream, openStream, type StreamState } from './stream/open-stream';
import type { Viewer } from './viewer';

/** After these there is, or may be, nothing to see any more: a picture from before is not shown under them. */
const FINAL: StreamState[] = ['busy', 'ended', 'missing', 'unsupported'];

/** Watches a device for as long as the page is open. @param onEncoded each frame as it came, while recording */
export function useStream(appKey: string, sn: string, viewer: Viewer, onEncoded: (frame: Uint8Array<ArrayBuffer>, at: number) => void) {
  const [stream, setStream] = useState<DepthStream>();
  const meter = useMemo(createMeter, []);
  /** The frame that waits to be painted, for the meter. */
  const unpainted = useRef<Parameters<typeof meter.wasShown>[0]>(undefined);
  const encoded = useRef(onEncoded);
  encoded.current = onEncoded;

  useEffect(() => {
    const opened = openStream({
      profile: viewer.state.profile,
      // A ticket that cannot be had is asked for again, or shown as a state of the page: it is no message over it.
      askTicket: (profile) => api.depth.ticket({ params: { appKey, sn }, body: { profile } }, { skipErrorHandler: true }),
      judge,
      onState(state, error) {
        viewer.change({ stream: state, refusal: error instanceof RequestFailure ? error : undefined });
        if (FINAL.includes(state)) viewer.drop();
      },
      onFrame(frame) {
        meter.arrived(frame);
        if (unpainted.current && !viewer.state.isFrozen) meter.wasOvertaken();
        unpainted.current = frame;
        viewer.show(frame, ofDevice(sn));
        // After it is shown: the frame that fills a clip has the clip replayed in the place of what is live.
        if (frame.encoded) encoded.current(frame.encoded, frame.at);
      },
      onMessage(message, at) {
        meter.hear(message, at);
        if (message.type === 'hello') viewer.change({ streaming: message.streaming, camera: message.camera ?? undefined });
      },
      onRefused: meter.wasRefused,
    });
    opened.start();
    setStream(opened);
    return opened.close;
  }, [appKey, sn, viewer, meter]);

  function wasPainted() {
    const frame = unpainted.current;
    unpainted.current = undefined;
    if (frame && !viewer.state.isFrozen) meter.wasShown(frame, Date.now());
  }

  return { stream, meter, wasPainted };
}

/** What a ticket that cannot be had means. A platform that answers is not lost; after a fault, or when it is busy, it may answer otherwise. */
function judge(error: unknown): { state: 'missing' | 'refused' | 'lost'; isOver: boolean } {
  if (!(error instanceof RequestFailure) || error.kind !== 'business') return { state: 'lost', isOver: false };
  if (error.code === ErrorCode.notFound) return { state: 'missing', isOver: true };
  return { state: 'refused', isOver: !error.isFault && error.code !== ErrorCode.tooManyRequests };
}
