import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate } from 'react-router'
import { CallFailed } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { presents } from '#features/core/pitch/rules.ts'
import { roomAddress } from '#features/core/pitch/web/addresses.ts'
import { isBare, shapedAs } from '#features/room/deck/web/shape.ts'
import { type Deck, pageOf, useDeck } from '#features/room/deck/web/useDeck.ts'
import { type JoinInfo, loadJoinInfo, noteRoom } from '#features/room/room/web/joinInfo.ts'
import { prepare } from '#features/room/room/web/pictures.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { usePageTitle } from '#features/room/room/web/usePageTitle.ts'
import { askStatus } from '#features/room/slides/web/askStatus.ts'
import { Slide } from '#features/room/slides/web/Slide.tsx'
import { closeAhead, connectAhead, receiveNow } from '#features/room/video/web/videoAhead.ts'
import { fetchTexts } from '#web/i18n/i18n.ts'
import { Button } from '#web/light/Button.tsx'
import { lazyPart } from '#web/light/lazyPart.tsx'
import { partFailed } from '#web/light/PartFailed.tsx'
import { type Loaded, usePatientLoad } from '#web/light/useLoad.ts'
import { Watermark } from '#web/light/Watermark.tsx'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import { formatTime } from '#web/ui/time.ts'
import { AccreditationDoor } from './AccreditationDoor.tsx'
import { DealSummary } from './DealSummary.tsx'
import { fetchLazyParts, LinkPage, Rehearsed } from './lazyParts.tsx'
import { OutsidePage } from './OutsidePage.tsx'
import { Waiting } from './Waiting.tsx'
import './Lobby.css'

// only people on stage check their devices; attendees wait for the slide alone
const StageCheck = lazyPart(async () => (await import('#features/room/video/web/StageCheck.tsx')).StageCheck, {
  waits: <div className="slide empty" />,
  failed: partFailed,
})

const DoorNotice = lazyPart(async () => (await import('#features/room/recording/web/DoorNotice.tsx')).DoorNotice)
const NameForm = lazyPart(async () => (await import('./NameForm.tsx')).NameForm)
const RehearseDoor = lazyPart(
  async () => (await import('#features/planning/rehearsal/web/RehearseDoor.tsx')).RehearseDoor,
)

/**
 * The waiting page of a room: the pitch, its presenter, the time in the reader's zone, their name, and a button or a
 * countdown.
 */
export function Lobby({ pitch }: { pitch: string }) {
  useTranslation('room')
  const loaded = usePatientLoad(pitch, () => loadJoinInfo(pitch))
  const status = useStatusAtDoor(pitch, loaded.value)
  const info = {
    ...loaded,
    value: loaded.value && { ...loaded.value, status: status.value?.status ?? loaded.value.status },
  }
  const { deck, reload: reloadDeck } = useDeck(pitch)
  useReview(loaded, () => {
    status.reload()
    reloadDeck()
  })
  const [slideStands, setSlideStands] = useState(false)
  const [refusal, setRefusal] = useState<ErrorCode>()
  const { reload } = loaded
  const refuse = useCallback(
    (code: ErrorCode) => (code === 'AccreditationNeeded' ? reload() : setRefusal(code)),
    [reload],
  )
  usePageTitle(info.value?.presentation_name)
  useFetchAhead(pitch, slideStands, info.value?.status === 2 && !presents(info.value.part))

  const slide = status.value && pageOf(deck, status.value.current_page)
  useEffect(() => {
    if (!loaded.value || !status.value) return
    noteRoom(pitch, { status: status.value.status, page: status.value.current_page })
  }, [pitch, loaded.value, status.value])
  useEffect(() => {
    // the large picture, which the room shows next
    if (slideStands && slide) prepare(slide.url).catch(() => {})
  }, [slideStands, slide])
  if (refusal) return <LinkPage failure={new CallFailed(refusal)} pitch={pitch} />
  if (info.failure) return <LinkPage failure={info.failure} pitch={pitch} />
  if (info.value && info.value.status > 2) return <Navigate replace to={roomAddress(pitch)} />
  const onStage = info.value && presents(info.value.part)
  const hasPicture = onStage || !(info.value?.accreditation_gap || isBare(deck))
  const page = (
    <OutsidePage waits={!info.value || (!onStage && !slideStands && slide !== undefined)}>
      <main className="lobby" aria-busy={!info.value}>
        <div className={hasPicture ? 'lobby-top' : 'lobby-top alone'} style={shapedAs(deck?.pages)}>
          {hasPicture && (
            <div className="lobby-picture">
              {onStage ? (
                <StageCheck />
              ) : (
                <>
                  <Slide page={slide} total={deck?.total ?? 0} width="medium" onShown={() => setSlideStands(true)} />
                  {deck?.watermark && <Watermark text={deck.watermark} />}
                </>
              )}
            </div>
          )}
          {info.value && <Card {...{ info: info.value, pitch, deck }} onRefusal={refuse} onNamed={info.reload} />}
        </div>
        {info.value && <DealSummary about={info.value.about} highlights={info.value.highlights} />}
      </main>
    </OutsidePage>
  )
  return (
    <Suspense fallback={<main className="lobby" aria-busy />}>
      {info.value?.rehearsal_of ? <Rehearsed>{page}</Rehearsed> : page}
    </Suspense>
  )
}

/** Milliseconds between two looks at the pitch through its door. */
const LOOKS = 15_000

/** The pitch's status, also when it begins or ends while somebody stands at the door. The room tells those who wait. */
function useStatusAtDoor(pitch: string, info: JoinInfo | undefined) {
  const status = usePatientLoad(pitch, () => askStatus(pitch))
  const { reload } = status
  const asks = info && !waits(info)
  useEffect(() => {
    if (!asks) return
    const timer = setInterval(reload, LOOKS)
    return () => clearInterval(timer)
  }, [asks, reload])
  return status
}

/** Milliseconds between two looks at an accreditation that is lacking. */
const REVIEW_LOOKS = 5_000

/** Opens the door by itself once the accreditation is approved, and calls `onOpened` for what was withheld before. */
function useReview({ value, reload }: Loaded<JoinInfo>, onOpened: () => void): void {
  const gap = value?.accreditation_gap
  const lacked = useRef(false)
  const opened = useRef(onOpened)
  opened.current = onOpened
  useEffect(() => {
    if (gap) {
      lacked.current = true
      const timer = setInterval(reload, REVIEW_LOOKS)
      return () => clearInterval(timer)
    }
    if (lacked.current) opened.current()
    lacked.current = false
  }, [gap, reload])
}

/** The team and the organization's own people enter at any time; attendees wait for the start. */
const waits = ({ status, part, accreditation_gap }: JoinInfo) =>
  status === 0 && part === 'attendee' && !accreditation_gap

interface Enters {
  info: JoinInfo
  pitch: string
  onRefusal: (code: ErrorCode) => void
  /** The caller has given their name. */
  onNamed: () => void
}

function Card({ info, pitch, deck, onRefusal, onNamed }: Enters & { deck: Deck | undefined }) {
  const { t, i18n } = useTranslation('room')
  const at = Date.parse(info.start_date_raw)
  const reads =
    !info.accreditation_gap &&
    info.part === 'attendee' &&
    info.status === 0 &&
    !info.rehearsal_of &&
    (deck?.total ?? 0) > 0
  return (
    <section className="lobby-card" aria-labelledby="lobby-title">
      {info.company_logo && <img className="deal-logo" src={`/webapi/${info.company_logo}`} alt="" />}
      {info.company_name && (
        <p className="lobby-company">
          {info.company_name} {info.company_verified && <StateBadge tone="good">{t('deal.verified')}</StateBadge>}
        </p>
      )}
      <h1 id="lobby-title">{info.presentation_name}</h1>
      <dl className="lobby-facts">
        <dt>{t('lobby.presenter')}</dt>
        <dd>{info.presenter_name}</dd>
        <dt>{t('lobby.when')}</dt>
        <dd>
          <time dateTime={info.start_date_raw}>{formatTime(at, i18n.language, 'full')}</time>
        </dd>
        <dt>{t('lobby.you')}</dt>
        <dd>
          {info.name || info.email}
          {info.name && <span className="lobby-email">{info.email}</span>}
        </dd>
      </dl>
      {info.recording !== 'not' && <DoorNotice pitch={pitch} info={info} />}
      {info.accreditation_gap ? (
        <AccreditationDoor pitch={pitch} gap={info.accreditation_gap} />
      ) : (
        <Door {...{ info, pitch, onRefusal, onNamed }} />
      )}
      {reads && (
        <p className="lobby-note">
          <Link to={`/previewPdf/${pitch}`}>{t('lobby.read')}</Link>
        </p>
      )}
      <p className="lobby-note">
        <Link to={`/preGuide?pitch=${pitch}`}>{t('lobby.test')}</Link>
      </p>
    </section>
  )
}

function Door({ info, pitch, onRefusal, onNamed }: Enters) {
  const { t } = useTranslation('room')
  const navigate = useNavigate()
  const [skipped, setSkipped] = useState(false)
  const asksName = info.part === 'attendee' && !info.name && !skipped
  const enter = () => {
    receiveNow(pitch)
    navigate(roomAddress(pitch))
  }
  if (waits(info))
    return (
      <>
        {/* the room learns the name with a new connection */}
        <Waiting key={info.name} {...{ pitch, info, onRefusal }} />
        {asksName && <NameForm pitch={pitch} onNamed={onNamed} />}
      </>
    )
  return (
    <div className="lobby-door">
      {info.status === 2 && !info.rehearsal_of && (
        <p className="lobby-live">{t('lobby.live', { presenter: info.presenter_name })}</p>
      )}
      {asksName ? (
        <NameForm
          pitch={pitch}
          onNamed={() => void loadJoinInfo(pitch).then(enter, enter)}
          onSkip={() => {
            setSkipped(true)
            enter()
          }}
        />
      ) : (
        <Button className="large wide" onClick={enter}>
          {t(presents(info.part) ? 'lobby.enterStage' : 'lobby.join')}
        </Button>
      )}
      {info.status === 0 && <RehearseDoor pitch={pitch} />}
    </div>
  )
}

const ahead = [
  () => import('./LiveRoom.tsx'),
  () => import('livekit-client'),
  () => import('#features/room/room/web/roomSocket.ts'),
]

/** Loads the parts of the room while the reader waits, the slide first, so that joining is immediate. */
function useFetchAhead(pitch: string, slideStands: boolean, isLive: boolean): void {
  useEffect(() => {
    const fetchAhead = () => {
      // a part that fails to load is loaded again when it is shown
      for (const load of ahead) load().catch(() => {})
      // texts of the room that are still missing would delay it
      void fetchTexts('errors', 'chat', 'acts', 'question', 'compose', 'attend', 'stage', 'caption', 'poll', 'share')
      fetchLazyParts()
      if (isLive) void connectAhead(pitch, roomClient(pitch))
    }
    // a pitch without slides, and people on stage, have no slide to wait for
    const timer = setTimeout(fetchAhead, slideStands ? 200 : 1500)
    return () => clearTimeout(timer)
  }, [pitch, slideStands, isLive])
  useEffect(() => {
    let left = false
    return () => {
      left = true
      // the room takes over this connection at once, or it is closed
      setTimeout(() => left && closeAhead(pitch), 2000)
    }
  }, [pitch])
}
