import { IconChevronLeft, IconChevronRight, IconTextDecrease, IconTextIncrease } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isBare, shapedAs } from '#features/room/deck/web/shape.ts'
import { type Deck, pageOf } from '#features/room/deck/web/useDeck.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { useRoomLook } from '#features/room/room/web/roomLook.ts'
import { pageOfKey, useRoomKeys } from '#features/room/room/web/useRoomKeys.ts'
import { ReactionsShown } from '#features/room/slides/web/moment/ReactionsShown.tsx'
import { NextSlide } from '#features/room/slides/web/NextSlide.tsx'
import { Notes } from '#features/room/slides/web/Notes.tsx'
import { PitchTimer } from '#features/room/slides/web/PitchTimer.tsx'
import { Slide } from '#features/room/slides/web/Slide.tsx'
import type { SlidesConnection } from '#features/room/slides/web/slidesConnection.ts'
import { Thumbnails } from '#features/room/slides/web/Thumbnails.tsx'
import { useTextSize } from '#features/room/slides/web/useTextSize.ts'
import { Button } from '#web/light/Button.tsx'
import { keepFocus } from '#web/light/keepFocus.ts'
import { Notice } from '#web/light/Notice.tsx'
import './room.css'
import '#features/room/slides/web/slides.css'

interface Props {
  connection: SlidesConnection
  /** The page that the room is on. */
  page: number
  deck: Deck | undefined
}

/**
 * The presenter's second window: the slide, the next one, the time and the notes. It is a further connection of the
 * same presenter, without video.
 */
export function NotesScreen({ connection, page, deck }: Props) {
  const { pitch, info, now, room, status, failed, fail } = useInRoom()
  const colours = useRoomLook()
  const { t } = useTranslation('room')
  const size = useTextSize()
  const total = deck?.total ?? 0
  const bare = isBare(deck)
  const mayTurn = status === 2 && total > 1
  const turnTo = (to: number) => {
    if (!mayTurn || to < 1 || to > total || to === page) return
    fail(undefined)
    connection.turnTo(to, to < page ? 'left' : 'right', fail, deck?.deck)
  }
  useEffect(() => keepFocus(), [])
  useRoomKeys(act => {
    const to = pageOfKey(act, page, total)
    if (to === undefined) return false
    turnTo(to)
    return mayTurn
  })
  if (status > 2)
    return (
      <main className="notes-screen ended" data-look={colours}>
        <h1>{t('view.over')}</h1>
        <p>{t('notes.close')}</p>
      </main>
    )
  return (
    <main
      className={`notes-screen${bare ? ' bare' : ''}`}
      data-look={colours}
      style={shapedAs(deck?.pages)}
      aria-label={t('notes.window', { name: info.presentation_name })}
    >
      <h1 className="unseen">{t('notes.window', { name: info.presentation_name })}</h1>
      {bare ? (
        <ReactionsShown />
      ) : (
        <aside className="notes-slides">
          <div className="notes-now">
            <Slide page={pageOf(deck, page)} total={total} width="medium" />
            <ReactionsShown />
          </div>
          <NextSlide page={pageOf(deck, page + 1)} last={page >= total} />
          {deck && deck.total > 1 && (
            <Thumbnails className="notes-thumbs" {...{ deck, page, mayTurn }} onTurn={turnTo} />
          )}
        </aside>
      )}
      <div className="notes-side" style={{ '--notes-size': `${size.rem}rem` } as object}>
        <header>
          <PitchTimer room={room} end={info.end_date_raw} />
          {now.link !== 'on' && <p role="status">{t('banner.reconnecting')}</p>}
          <div className="notes-size">
            <button type="button" className="piece-icon-button" aria-label={t('notes.smaller')} onClick={size.smaller}>
              <IconTextDecrease size={20} aria-hidden />
            </button>
            <button type="button" className="piece-icon-button" aria-label={t('notes.larger')} onClick={size.larger}>
              <IconTextIncrease size={20} aria-hidden />
            </button>
          </div>
        </header>
        <Notes pitch={pitch} page={page} deck={`${room.deck.number} ${room.pages}`} />
        <Notice failure={failed} />
        {!bare && <Turn {...{ page, total, mayTurn, turnTo }} />}
      </div>
    </main>
  )
}

interface TurnProps {
  page: number
  total: number
  mayTurn: boolean
  turnTo: (page: number) => void
}

function Turn({ page, total, mayTurn, turnTo }: TurnProps) {
  const { t } = useTranslation('room')
  return (
    <nav className="notes-turn" aria-label={t('strip.label')}>
      <Button look="quiet" disabled={!mayTurn || page <= 1} onClick={() => turnTo(page - 1)}>
        <IconChevronLeft size={22} aria-hidden />
        {t('strip.previous')}
      </Button>
      <span className="tabular" aria-live="polite">
        {total > 0 && t('strip.count', { page, total })}
      </span>
      <Button disabled={!mayTurn || page >= total} onClick={() => turnTo(page + 1)}>
        {t('strip.next')}
        <IconChevronRight size={22} aria-hidden />
      </Button>
    </nav>
  )
}
