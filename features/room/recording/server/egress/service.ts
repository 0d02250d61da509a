import {
  AudioCodec,
  EgressClient,
  type EgressInfo,
  EgressStatus,
  EncodingOptions,
  S3Upload,
  SegmentedFileOutput,
  VideoCodec,
  WebhookConfig,
} from 'livekit-server-sdk'
import { videoRoomOf } from '#features/room/media/server/videoRoom.ts'
import { rightTime } from '#server/clock.ts'
import type { Frame, PartStatus } from '#server/frame.ts'
import type { Settings } from '#server/settings.ts'
import { checkFolder } from './outputs.ts'
import type { EgressSettings } from './settings.ts'

/** The path to which Egress reports; signed as LiveKit signs. */
export const egressHookPath = '/webhook/egress'

/** Seconds that Egress has for an answer. */
const TIMEOUT = 5
/** Seconds of a segment, each of which begins with a key frame. */
const SEGMENT = 4
/** Milliseconds for which an answer to `/healthz` is reused. */
const FRESH = 10_000

/** What Egress records of one person: camera and microphone, or the screen and its sound. */
export type EgressKind = 'person' | 'screen'

/** One recording of one person as Egress reports it. */
export interface SeenEgress {
  readonly id: string
  readonly room: string
  /** Where it writes; undefined for one that somebody else has begun. */
  readonly folder: string | undefined
  readonly state: 'going' | 'ended' | 'failed'
  readonly why: string
  /** When its first segment began, in milliseconds since 1970 by the clock of Egress; undefined before that. */
  readonly began: number | undefined
}

type Of = Pick<Frame, 'settings' | 'media'>

const clientOf = ({ media }: Of, { url }: EgressSettings) =>
  new EgressClient(url, media.apiKey, media.apiSecret, { requestTimeout: TIMEOUT, failover: false })

const settingsOf = ({ settings }: Pick<Frame, 'settings'>): EgressSettings => {
  if (!settings.egress) throw new Error('EGRESS_URL is not set')
  return settings.egress
}

/** Begins to record a person of a pitch into a folder. Answers the id of the recording at Egress. */
export async function startEgress(
  frame: Of,
  { pitchId, identity, kind, folder }: { pitchId: number; identity: string; kind: EgressKind; folder: string },
): Promise<string> {
  const egress = settingsOf(frame)
  const { s3, publicUrl } = frame.settings
  const path = egress.folder ? `${egress.folder.there}/${folder}` : folder
  const segments = new SegmentedFileOutput({
    filenamePrefix: `${path}/s`,
    playlistName: `${path}/${PLAYLIST}`,
    segmentDuration: SEGMENT,
    disableManifest: true,
    ...(!egress.folder && s3
      ? {
          output: {
            case: 's3',
            value: new S3Upload({
              ...{ endpoint: s3.endpoint, region: s3.region, bucket: s3.bucket, forcePathStyle: true },
              ...{ accessKey: s3.accessKeyId, secret: s3.secretAccessKey },
            }),
          },
        }
      : {}),
  })
  const { egressId } = await clientOf(frame, egress).startParticipantEgress(
    videoRoomOf(frame.media, pitchId),
    identity,
    { segments },
    {
      screenShare: kind === 'screen',
      encodingOptions: encoding,
      webhooks: [new WebhookConfig({ url: publicUrl + egressHookPath, signingKey: frame.media.apiKey })],
    },
  )
  return egressId
}

/** The playlist in the folder of a recording. */
export const PLAYLIST = 'list.m3u8'

/** Baseline has no frames that are shown in another order than they are decoded. */
const encoding = new EncodingOptions({
  ...{ width: 1280, height: 720, framerate: 30, keyFrameInterval: SEGMENT },
  ...{ videoCodec: VideoCodec.H264_BASELINE, videoBitrate: 2500 },
  ...{ audioCodec: AudioCodec.AAC, audioBitrate: 96, audioFrequency: 48_000 },
})

/** What is known of the recordings in a room, also of those that have ended; of all rooms only what is going on. */
export async function listEgresses(frame: Of, pitchId?: number): Promise<SeenEgress[]> {
  const wanted = pitchId === undefined ? { active: true } : { roomName: videoRoomOf(frame.media, pitchId) }
  return (await clientOf(frame, settingsOf(frame)).listEgress(wanted)).map(seen => seenOf(seen, settingsOf(frame)))
}

/** Asks for the end of a recording; false when LiveKit does not answer as it should, as for an Egress that has died. */
export async function stopEgress(frame: Of & Pick<Frame, 'log'>, id: string): Promise<boolean> {
  try {
    await clientOf(frame, settingsOf(frame)).stopEgress(id)
    return true
  } catch (error) {
    // it may have ended by itself, which is what is wanted
    const { status, code } = error as { status?: number; code?: string }
    if (status === 404 || code === 'failed_precondition') return true
    frame.log.warn({ err: error, egress: id }, 'LiveKit does not stop an Egress')
    return false
  }
}

const ends: Partial<Record<EgressStatus, 'ended' | 'failed'>> = {
  [EgressStatus.EGRESS_COMPLETE]: 'ended',
  [EgressStatus.EGRESS_LIMIT_REACHED]: 'failed',
  [EgressStatus.EGRESS_FAILED]: 'failed',
  [EgressStatus.EGRESS_ABORTED]: 'failed',
}

function seenOf(info: EgressInfo, { folder: shared }: EgressSettings): SeenEgress {
  const { egressId: id, roomName: room, status, error: why, request, segmentResults } = info
  const [output] = request.case === 'participant' ? request.value.segmentOutputs : []
  const path = output?.playlistName ?? ''
  const own = shared && path.startsWith(`${shared.there}/`) ? path.slice(shared.there.length + 1) : path
  const folder = /^(egress\/[\da-f-]{36}\/[\da-f-]{36})\/list\.m3u8$/.exec(own)?.[1]
  const began = Number(segmentResults[0]?.startedAt ?? 0n) / 1e6
  return { id, room, folder, state: ends[status] ?? 'going', why, began: began > 0 ? began : undefined }
}

/** Milliseconds after which a failure counts no more: a person who should be recorded is tried again twice a minute. */
const FAILING_FOR = 120_000

/** What failed last of each person or screen, until they are recorded. */
const failing = new WeakMap<Settings, Map<string, { readonly why: string; readonly at: number }>>()
const asked = new WeakMap<Settings, { at: number; status: Promise<PartStatus> }>()

/** A person or screen is recorded, or should not be any more. */
export const egressWorks = ({ settings }: Pick<Of, 'settings'>, sender: string): void =>
  void failing.get(settings)?.delete(sender)

/** Notes that Egress did not record a person or screen, for `/healthz`; logged when the reason is a new one. */
export function egressFailed({ settings, log }: Pick<Frame, 'settings' | 'log'>, sender: string, error: unknown): void {
  const why = String((error as { code?: string }).code ?? (error instanceof Error ? error.name : 'failed'))
  const known = failing.get(settings) ?? new Map()
  failing.set(settings, known)
  const isKnown = [...known.values()].some(before => before.why === why)
  known.set(sender, { why, at: rightTime() })
  if (isKnown) return
  log.warn({ err: error }, 'LiveKit Egress does not record')
}

async function lookAtEgress(frame: Of, egress: EgressSettings): Promise<PartStatus> {
  try {
    await checkFolder(frame)
  } catch (error) {
    return `off: the console cannot read and write in EGRESS_DIR (${(error as NodeJS.ErrnoException).code})`
  }
  return clientOf(frame, egress)
    .listEgress({ active: true })
    .then(
      (): PartStatus => 'ok',
      (): PartStatus => 'off: LiveKit Egress does not answer at EGRESS_URL',
    )
}

/** Whether recordings are made, for `/healthz`. */
export function egressStatus(frame: Frame): PartStatus | Promise<PartStatus> {
  const { settings } = frame
  if (!settings.egress) return 'ok'
  const failed = [...(failing.get(settings)?.values() ?? [])].filter(({ at }) => rightTime() - at < FAILING_FOR)
  const [last] = failed.toSorted((a, b) => b.at - a.at)
  if (last) {
    const of = `${failed.length} of the people and screens in live pitches`
    return `off: LiveKit Egress does not record ${of} (${last.why}), recordings have gaps until it does`
  }
  const before = asked.get(settings)
  if (before && rightTime() - before.at < FRESH) return before.status
  const status = lookAtEgress(frame, settings.egress)
  asked.set(settings, { at: rightTime(), status })
  return status
}
