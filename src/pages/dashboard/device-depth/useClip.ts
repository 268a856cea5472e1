import { FrameError } from '@contract/depth-frame';
import { useLatest } from 'ahooks';
import { useEffect, useRef, useState } from 'react';
import { depthTexts } from '@/locales/device-depth';
import { textsNow } from '@/locales/texts';
import { save } from '@/utils/save';
import { toast } from '@/utils/toast';
import { type Clip, clipParts, createRecorder, indexAt, lengthOf, readClip } from './depth/clip';
import { fileNameOf, ofDevice } from './depth/origin';
import type { DepthStream } from './stream/open-stream';
import type { Viewer } from './viewer';

const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** Records the stream, and replays a recorded clip or a clip file instead of the live picture; the stream is closed meanwhile. */
export function useClip(sn: string, viewer: Viewer) {
  const stream = useRef<DepthStream>(undefined);
  const recorder = useRef<ReturnType<typeof createRecorder>>(undefined);
  /** The toast about a file that was rejected. */
  const refusal = useRef(0);
  const [isRecording, setRecording] = useState(false);
  const [clip, setClip] = useState<Clip>();
  /** The clip was recorded on this page and is not saved to a file. */
  const [isUnsaved, setUnsaved] = useState(false);
  /** The action that waits for the user's permission to discard the clip. */
  const [asked, setAsked] = useState<{ then: () => void }>();
  /** Indices of the frames that could not be decoded. */
  const [damaged, setDamaged] = useState<ReadonlySet<number>>(new Set());
  const [time, setTime] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const index = clip ? indexAt(clip, time) : 0;

  function record(isOn: boolean) {
    stream.current?.record(isOn);
    setRecording(isOn);
    if (isOn) {
      recorder.current = createRecorder(ofDevice(sn));
      return;
    }
    const recorded = recorder.current?.clip();
    recorder.current = undefined;
    if (!recorded || recorded.frames.length === 0) return;
    replay(recorded);
    setUnsaved(true);
  }

  function take(frame: Uint8Array<ArrayBuffer>, at: number) {
    if (!recorder.current || recorder.current.add(frame, at)) return;
    toast.success(textsNow(depthTexts).clipFull);
    record(false);
  }

  function replay(opened: Clip) {
    stream.current?.rest();
    viewer.setAside();
    setClip(opened);
    setDamaged(new Set());
    setUnsaved(false);
    setAsked(undefined);
    setTime(0);
    setPlaying(true);
  }

  async function open(file: File) {
    const t = textsNow(depthTexts);
    // The message about the previous file does not apply any more.
    toast.close(refusal.current);
    if (file.size > MAX_FILE_BYTES) return refuse(t.clipTooLarge);
    try {
      const opened = readClip(new Uint8Array(await file.arrayBuffer()), file.name);
      // It was begun while the file was read.
      if (recorder.current) return refuse(t.clipWhileRecording);
      ask.current(() => replay(opened));
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      refuse(t.notAClip);
    }
  }

  function refuse(text: string) {
    refusal.current = toast.error(text);
  }

  function close() {
    setClip(undefined);
    setUnsaved(false);
    setAsked(undefined);
    setPlaying(false);
    // Ignores a frame that is still being decoded.
    wanted.current.clip = undefined;
    viewer.bringBack();
    stream.current?.start();
  }

  /** Runs the action, after asking if an unsaved clip would be lost. */
  function unlessLost(then: () => void) {
    if (isUnsaved) setAsked({ then });
    else then();
  }

  const ask = useLatest(unlessLost);

  function seek(ms: number) {
    setPlaying(false);
    setTime(ms);
  }

  // Decodes one frame at a time, then continues with the newest wanted one.
  const wanted = useRef({ index: -1, shown: -1, hasPicture: false, isBusy: false, clip });
  useEffect(() => {
    const one = wanted.current;
    if (one.clip !== clip) Object.assign(one, { clip, shown: -1, hasPicture: false });
    one.index = index;
    async function show() {
      const { clip: of, index: next } = one;
      const frame = of?.frames[next];
      if (one.isBusy || !frame || one.shown === next) return;
      one.isBusy = true;
      one.shown = next;
      const decoded = await stream.current?.decode(frame);
      one.isBusy = false;
      if (of && one.clip === of) {
        if (decoded) viewer.show(decoded, of.origin);
        else setDamaged((known) => (known.has(next) ? known : new Set(known).add(next)));
        // A damaged frame keeps the clip's previous picture, but not a picture from before the clip.
        if (!decoded && !one.hasPicture) viewer.drop();
        one.hasPicture ||= decoded !== undefined;
      }
      void show();
    }
    void show();
  }, [clip, index, viewer]);

  useEffect(() => {
    if (!clip || !isPlaying) return;
    let before = performance.now();
    let request = requestAnimationFrame(function go(now) {
      const passed = now - before;
      before = now;
      // At the end, starts over.
      setTime((at) => (at >= lengthOf(clip) ? 0 : Math.min(lengthOf(clip), at + passed)));
      request = requestAnimationFrame(go);
    });
    return () => cancelAnimationFrame(request);
  }, [clip, isPlaying]);

  return {
    stream,
    take,
    record,
    isRecording,
    recordedMs: () => recorder.current?.lengthMs ?? 0,
    clip,
    damaged: damaged.size,
    isDamaged: damaged.has(index),
    isUnsaved,
    isAsked: asked !== undefined,
    time,
    isPlaying,
    open,
    close: () => unlessLost(close),
    /** Discards the clip and runs the waiting action. */
    lose: () => asked?.then(),
    keep: () => setAsked(undefined),
    play: setPlaying,
    seek,
    /** Seeks to the next or the previous frame. */
    step(isForward: boolean) {
      const { times = [] } = clip ?? {};
      const to = isForward ? times.find((at) => at > time) : times.findLast((at) => at < (times[index] ?? 0));
      if (to !== undefined) seek(to);
    },
    save() {
      if (!clip) return;
      const { origin, capturedAt } = clip;
      const name = origin.device === undefined ? `${origin.name}.dpth` : fileNameOf(origin, 'clip', capturedAt, 'dpth');
      save(new Blob(clipParts(clip), { type: 'application/octet-stream' }), name);
      setUnsaved(false);
      setAsked(undefined);
    },
  };
}

export type ClipPlayer = ReturnType<typeof useClip>;
