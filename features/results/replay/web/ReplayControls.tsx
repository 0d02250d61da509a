import { ActionIcon, Select, Slider, Tooltip } from '@mantine/core'
import {
  IconMaximize,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward10,
  IconRewindForward10,
  IconVolume,
} from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Decision } from '../contract.ts'
import { clockText } from '../rules.ts'
import type { Span } from '../spans.ts'
import type { ClockNow, ReplayClock } from './clock.ts'
import { STEP } from './useReplayKeys.ts'

const speeds = ['0.5', '0.75', '1', '1.25', '1.5', '1.75', '2']
const SPEED_KEPT = 'rostrum.replay.speed'

interface Props {
  clock: ReplayClock
  now: ClockNow
  off: readonly Span[]
  gaps: readonly Span[]
  /** What attendees do not see and hear, for those who manage the pitch. */
  decision: Pick<Decision, 'released' | 'mutes'> | null
  volume: number
  onVolume: (volume: number) => void
  frame: RefObject<HTMLElement | null>
}

/** The bar of the player. */
export function ReplayControls({ clock, now, off, gaps, decision, volume, onVolume, frame }: Props) {
  const { t } = useTranslation('replay')
  const button = (label: string, icon: ReactNode, act: () => void) => (
    <Tooltip label={label} withinPortal={false}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={act}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
  return (
    <div className="replay-bar" role="toolbar" aria-label={t('title')}>
      <div className="replay-line">
        <Missing spans={off} of={clock.seconds} kind="off" />
        <Missing spans={gaps} of={clock.seconds} kind="gap" />
        <Missing spans={withheld(decision?.released, clock.seconds)} of={clock.seconds} kind="withheld" />
        <Missing spans={decision?.mutes ?? []} of={clock.seconds} kind="muted" />
        <Slider
          value={Math.min(now.at, clock.seconds)}
          min={0}
          max={Math.max(1, clock.seconds)}
          step={1}
          label={clockText}
          thumbLabel={t('position')}
          thumbValueText={clockText}
          onChange={at => clock.seek(at)}
        />
      </div>
      {now.playing
        ? button(t('pause'), <IconPlayerPauseFilled size={20} aria-hidden />, () => clock.pause())
        : button(t('play'), <IconPlayerPlayFilled size={20} aria-hidden />, () => clock.play())}
      {button(t('back'), <IconRewindBackward10 size={20} aria-hidden />, () => clock.seek(clock.at - STEP))}
      {button(t('ahead'), <IconRewindForward10 size={20} aria-hidden />, () => clock.seek(clock.at + STEP))}
      <span className="tabular replay-time">
        {clockText(now.at)} / {clockText(clock.seconds)}
      </span>
      <span className="replay-space" />
      <IconVolume size={18} aria-hidden />
      <Slider
        className="replay-volume"
        size="sm"
        value={volume}
        min={0}
        max={1}
        step={0.05}
        label={null}
        thumbLabel={t('volume')}
        thumbValueText={part => `${Math.round(part * 100)}%`}
        onChange={onVolume}
      />
      <Speed clock={clock} speed={now.speed} />
      {button(t('fill'), <IconMaximize size={20} aria-hidden />, () => {
        if (document.fullscreenElement) void document.exitFullscreen()
        else void frame.current?.requestFullscreen?.()
      })}
      <p className="replay-keys">{t('keys')}</p>
    </div>
  )
}

/** What is before and after the released part. */
const withheld = (released: Span | null | undefined, seconds: number): Span[] =>
  released
    ? [
        { from: 0, to: released.from },
        { from: released.to, to: seconds },
      ].filter(({ from, to }) => to > from)
    : []

/** Marks on the line what was not recorded, and what attendees do not get. */
function Missing({
  spans,
  of,
  kind,
}: {
  spans: readonly Span[]
  of: number
  kind: 'off' | 'gap' | 'withheld' | 'muted'
}) {
  const { t } = useTranslation(['replay', 'common'])
  return spans.map(({ from, to }) => (
    <span
      key={`${from} ${to}`}
      className={`replay-missing ${kind}`}
      title={t('common:pair', { label: t(kind), value: t('gapAt', { from: clockText(from), to: clockText(to) }) })}
      style={{ left: `${(from / of) * 100}%`, width: `${(Math.max(0, Math.min(to, of) - from) / of) * 100}%` }}
    />
  ))
}

/** How fast it plays; the choice is kept in this browser. */
function Speed({ clock, speed }: { clock: ReplayClock; speed: number }) {
  const { t } = useTranslation('replay')
  useEffect(() => {
    const kept = localStorage.getItem(SPEED_KEPT)
    if (kept && speeds.includes(kept)) clock.setSpeed(Number(kept))
  }, [clock])
  const choose = (chosen: string | null) => {
    if (!chosen) return
    localStorage.setItem(SPEED_KEPT, chosen)
    clock.setSpeed(Number(chosen))
  }
  return (
    <Select
      className="replay-speed"
      aria-label={t('speed')}
      size="xs"
      data={speeds.map(speed => ({ value: speed, label: `${speed}×` }))}
      value={String(speed)}
      onChange={choose}
      allowDeselect={false}
    />
  )
}
