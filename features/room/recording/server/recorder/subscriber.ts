import {
  DisconnectReason,
  type ParticipantInfo,
  SignalRequest,
  SignalResponse,
  SignalTarget,
  TrackSource as Source,
  type TrackInfo,
  TrackType,
  VideoQuality,
} from '@livekit/protocol'
import {
  GenericNack,
  type MediaStreamTrack,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  type RTCRtpTransceiver,
  RtcpSrPacket,
  RtcpTransportLayerFeedback,
  useH264,
  useOPUS,
} from 'werift'
import type { TrackSource } from '#features/room/media/rules.ts'
import type { Packet } from './inOrder.ts'

/** Seconds from 1900, where the times of RTCP begin, to 1970. */
const NTP_BEGIN = 2_208_988_800

export interface Published {
  readonly track: string
  readonly identity: string
  readonly source: TrackSource
  readonly mime: string
  /** The width that the sender has said; 0 for sound. */
  readonly width: number
}

/** What is asked of LiveKit while a track arrives. */
export interface Asks {
  /** A key frame. */
  key(): void
  /** Packets that were lost. */
  again(sequences: readonly number[]): void
}

/** What arrives of a track. */
export interface Arriving {
  packet(packet: Packet): void
  /** The timestamp that belongs to a time of LiveKit's clock, in seconds. */
  report(time: number, timestamp: number): void
}

export interface Told {
  joined(): void
  published(track: Published): void
  ended(track: string): void
  /** A person has muted a track, or sends it again. */
  muted(track: string, muted: boolean): void
  /** The media of a track that was wanted begins to arrive; undefined leaves it out. */
  arrives(track: string, ask: Asks): Arriving | undefined
  level(level: number): void
  closed(why: string): void
}

const sourceNames: Partial<Record<Source, TrackSource>> = {
  [Source.CAMERA]: 'camera',
  [Source.MICROPHONE]: 'microphone',
  [Source.SCREEN_SHARE]: 'screen_share',
  [Source.SCREEN_SHARE_AUDIO]: 'screen_share_audio',
}

/** LiveKit sends sound again that was lost to browsers alone that know no RED, which has it twice. */
const NO_RED = '&browser=firefox'

const again = { type: 'nack' }
const feedback = [again, { type: 'nack', parameter: 'pli' }]

function newConnection(): RTCPeerConnection {
  return new RTCPeerConnection({
    iceServers: [],
    iceUseIpv6: false,
    // a LiveKit beside us may offer nothing else
    iceAdditionalHostAddresses: ['127.0.0.1'],
    codecs: {
      audio: [useOPUS({ rtcpFeedback: [again] })],
      video: [
        useH264({
          rtcpFeedback: feedback,
          parameters: 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
        }),
        // what was lost comes again in a stream of its own
        new RTCRtpCodecParameters({ mimeType: 'video/rtx', clockRate: 90_000 }),
      ],
    },
  })
}

/**
 * The receiving half of a LiveKit client: signalling by its protocol, media by werift, nothing decoded. It receives
 * what was wanted of it, and nothing of anyone else.
 */
export class Subscriber {
  readonly #told: Told
  readonly #socket: WebSocket
  readonly #connection = newConnection()
  readonly #published = new Map<string, Published & { muted: boolean }>()
  /** LiveKit's ids of tracks by the media sections of its offer: werift gives remote tracks ids of its own. */
  readonly #trackOfSection = new Map<string, string>()
  #line: Promise<void> = Promise.resolve()
  #ping: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(url: string, token: string, told: Told) {
    this.#told = told
    const query = `access_token=${token}&auto_subscribe=0&adaptive_stream=0&sdk=js&version=2.0.0&protocol=15${NO_RED}`
    this.#socket = new WebSocket(`${url}/rtc?${query}`)
    this.#socket.binaryType = 'arraybuffer'
    this.#socket.onclose = ({ code }) => this.#close(`the signalling closed (${code})`)
    this.#socket.onerror = () => this.#close('the signalling failed')
    this.#socket.onmessage = ({ data }) => {
      // an answer must not overtake the one before it
      this.#line = this.#line
        .then(() => this.#handle(SignalResponse.fromBinary(new Uint8Array(data as ArrayBuffer))))
        .catch(error => this.#close(String(error)))
    }
    const connection = this.#connection
    connection.connectionStateChange.subscribe(state => {
      if (state === 'failed' || state === 'closed') this.#close(`the media ${state}`)
    })
    connection.onIceCandidate.subscribe(candidate => {
      if (!candidate) return
      const candidateInit = JSON.stringify(candidate.toJSON())
      this.#send({ case: 'trickle', value: { candidateInit, target: SignalTarget.SUBSCRIBER } })
    })
    connection.onRemoteTransceiverAdded.subscribe((transceiver: RTCRtpTransceiver) =>
      transceiver.onTrack.subscribe((track: MediaStreamTrack) => this.#arrives(transceiver, track)),
    )
  }

  /** Begins to receive a track, in its best quality, or ends it. */
  want(track: string, wanted: boolean): void {
    const published = this.#published.get(track)
    if (!published) return
    this.#send({ case: 'subscription', value: { trackSids: [track], subscribe: wanted } })
    if (wanted && published.width > 0)
      this.#send({ case: 'trackSetting', value: { trackSids: [track], quality: VideoQuality.HIGH } })
  }

  isMuted(track: string): boolean {
    return this.#published.get(track)?.muted ?? false
  }

  close(): void {
    this.#send({ case: 'leave', value: { reason: DisconnectReason.CLIENT_INITIATED } })
    this.#close('stopped')
  }

  #close(why: string): void {
    if (this.#isClosed) return
    this.#isClosed = true
    clearInterval(this.#ping)
    this.#socket.close()
    void this.#connection.close().catch(() => {})
    this.#told.closed(why)
  }

  #send(message: Sent): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(new SignalRequest({ message }).toBinary())
  }

  async #handle({ message }: SignalResponse): Promise<void> {
    if (this.#isClosed) return
    switch (message.case) {
      case 'join': {
        const { otherParticipants, pingInterval } = message.value
        const ping = () =>
          this.#send({ case: 'pingReq', value: { timestamp: BigInt(Math.round(performance.now())), rtt: 0n } })
        this.#ping = setInterval(ping, (pingInterval || 5) * 1000)
        this.#told.joined()
        this.#learn(otherParticipants)
        return
      }
      case 'update':
        return this.#learn(message.value.participants)
      case 'speakersChanged':
        return this.#told.level(Math.max(0, ...message.value.speakers.map(({ level }) => level)))
      case 'offer':
        return this.#answer(message.value.sdp, message.value.id)
      case 'trickle': {
        const candidate = JSON.parse(message.value.candidateInit) as { candidate?: string }
        if (message.value.target === SignalTarget.SUBSCRIBER && candidate.candidate)
          await this.#connection.addIceCandidate(candidate)
        return
      }
      case 'leave':
        return this.#close(`LiveKit ended it (${DisconnectReason[message.value.reason]})`)
    }
  }

  async #answer(sdp: string, id: number): Promise<void> {
    for (const section of sdp.split(/^m=/m)) {
      const mid = /^a=mid:(\S+)/m.exec(section)?.[1]
      const track = /^a=msid:\S+ (TR_\S+)/m.exec(section)?.[1]
      if (mid && track) this.#trackOfSection.set(mid, track)
    }
    await this.#connection.setRemoteDescription({ type: 'offer', sdp })
    await this.#connection.setLocalDescription(await this.#connection.createAnswer())
    const answer = this.#connection.localDescription?.sdp
    if (answer) this.#send({ case: 'answer', value: { type: 'answer', sdp: answer, id } })
  }

  #learn(participants: readonly ParticipantInfo[]): void {
    for (const { identity, tracks } of participants) {
      for (const track of tracks) this.#learnTrack(identity, track)
      const sids = new Set(tracks.map(({ sid }) => sid))
      for (const [track, published] of this.#published)
        if (published.identity === identity && !sids.has(track)) {
          this.#published.delete(track)
          this.#told.ended(track)
        }
    }
  }

  #learnTrack(identity: string, { sid: track, muted, type, source: number, mimeType, width }: TrackInfo): void {
    const source = sourceNames[number]
    if (!source || type === TrackType.DATA) return
    const before = this.#published.get(track)
    const published = { track, identity, source, mime: mimeType.toLowerCase(), width, muted }
    this.#published.set(track, published)
    if (!before) this.#told.published(published)
    else if (before.muted !== muted) this.#told.muted(track, muted)
  }

  #arrives(transceiver: RTCRtpTransceiver, track: MediaStreamTrack): void {
    const sid = this.#trackOfSection.get(transceiver.mid ?? '')
    const { receiver } = transceiver
    const ask: Asks = {
      key: () => void receiver.sendRtcpPLI(track.ssrc ?? 0).catch(() => {}),
      again: lost => {
        if (track.ssrc === undefined) return
        const nack = new GenericNack({ senderSsrc: receiver.rtcpSsrc, mediaSourceSsrc: track.ssrc, lost: [...lost] })
        const feedback = new RtcpTransportLayerFeedback({ feedback: nack })
        void receiver.dtlsTransport.sendRtcp([feedback]).catch(() => {})
      },
    }
    const arriving = sid && this.#told.arrives(sid, ask)
    if (!arriving) return
    keepsQuiet(receiver)
    track.onReceiveRtp.subscribe(({ header, payload }) => {
      track.ssrc ??= header.ssrc
      const { sequenceNumber: sequence, timestamp, marker } = header
      arriving.packet({ sequence, timestamp, marker, payload })
    })
    track.onReceiveRtcp.subscribe(report => {
      if (!(report instanceof RtcpSrPacket)) return
      const { ntpTimestamp, rtpTimestamp } = report.senderInfo
      const seconds = Number(ntpTimestamp >> 32n) - NTP_BEGIN + Number(ntpTimestamp & 0xffffffffn) / 2 ** 32
      arriving.report(seconds, rtpTimestamp)
    })
  }
}

/**
 * werift requests nothing of lost packets by itself any more: it asks eleven times within 55 ms, of which LiveKit answers
 * one, never for sound, and for minutes not at all once the number 65535 is lost.
 */
function keepsQuiet(receiver: object): void {
  const { nack } = receiver as { nack?: { addPacket?: (packet: unknown) => void } }
  if (nack?.addPacket) nack.addPacket = () => {}
}

type Sent = NonNullable<NonNullable<ConstructorParameters<typeof SignalRequest>[0]>['message']>
