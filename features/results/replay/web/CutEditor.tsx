import { Button, Checkbox, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Decision } from '#features/results/replay/contract.ts'
import { client } from '#web/client/client.ts'
import { type Act, useActs } from '#web/ui/record/useActs.tsx'
import { replayCalls } from '../contract.ts'
import { clockText } from '../rules.ts'
import type { Span } from '../spans.ts'
import type { ReplayClock } from './clock.ts'

interface Props {
  uuid: string
  id: string
  decision: Decision
  clock: ReplayClock
  /** Where the player is. */
  at: number
  /** Muted sound is played as it was recorded. */
  hearsMuted: boolean
  onHearMuted: (hears: boolean) => void
}

/** Tenths of a second are as exact as people can be. */
const tenths = (at: number) => Math.round(at * 10) / 10

/** What attendees see and hear of a recording, set while watching it; each change counts at once and can be undone. */
export function CutEditor({ uuid, id, decision, clock, at, hearsMuted, onHearMuted }: Props) {
  const { t } = useTranslation('replay')
  const { begin, running, dialog } = useActs(replayCalls)
  const [muteFrom, setMuteFrom] = useState<number>()
  const { released, has_own_part, mutes } = decision
  const here = tenths(at)
  const of = { uuid, id }
  const act = (made: Act, disabled = false) => (
    <Button
      key={made.label}
      size="xs"
      variant="default"
      disabled={disabled}
      loading={running?.label === made.label}
      onClick={() => begin(made)}
    >
      {made.label}
    </Button>
  )
  const mute = (span: Span) => client.muteRecording({ ...of, ...span })
  const unmute = (span: Span) => client.unmuteRecording({ ...of, ...span })
  return (
    <section className="replay-cut" aria-label={t('cut.title')}>
      <h2>{t('cut.title')}</h2>
      <p>{released ? t('released', { from: clockText(released.from), to: clockText(released.to) }) : t('cut.all')}</p>
      <Group gap="xs">
        <PartActs {...{ decision, here, of, act }} seconds={clock.seconds} hasOwn={has_own_part} />
      </Group>
      <h3>{t('cut.mutes')}</h3>
      <p>{t('cut.mutesHint')}</p>
      <Group gap="xs">
        {muteFrom === undefined ? (
          <Button size="xs" variant="default" onClick={() => setMuteFrom(here)}>
            {t('cut.muteFrom', { at: clockText(here) })}
          </Button>
        ) : (
          <>
            {act(
              {
                label: t('cut.muteTo', { from: clockText(muteFrom), to: clockText(here) }),
                run: () => mute({ from: muteFrom, to: here }).then(() => setMuteFrom(undefined)),
                done: t('cut.muted'),
                undo: () => unmute({ from: muteFrom, to: here }),
              },
              here <= muteFrom,
            )}
            <Button size="xs" variant="subtle" onClick={() => setMuteFrom(undefined)}>
              {t('cut.cancel')}
            </Button>
          </>
        )}
        {mutes.length > 0 && (
          <Checkbox
            label={t('cut.hear')}
            checked={hearsMuted}
            onChange={event => onHearMuted(event.currentTarget.checked)}
          />
        )}
      </Group>
      <MuteList {...{ mutes, clock, mute, unmute, act }} />
      {dialog}
    </section>
  )
}

interface MuteProps {
  mutes: readonly Span[]
  clock: ReplayClock
  mute: (span: Span) => Promise<unknown>
  unmute: (span: Span) => Promise<unknown>
  act: (act: Act) => React.ReactNode
}

/** What is muted: a press plays it from a moment before. */
function MuteList({ mutes, clock, mute, unmute, act }: MuteProps) {
  const { t } = useTranslation('replay')
  return (
    <ul>
      {mutes.map(span => {
        const words = t('gapAt', { from: clockText(span.from), to: clockText(span.to) })
        return (
          <li key={words}>
            <button type="button" className="tabular" onClick={() => clock.seek(Math.max(0, span.from - 2))}>
              {words}
            </button>
            {act({
              label: t('cut.unmute', { at: words }),
              run: () => unmute(span),
              done: t('cut.unmuted'),
              undo: () => mute(span),
            })}
          </li>
        )
      })}
    </ul>
  )
}

interface PartProps {
  decision: Decision
  here: number
  seconds: number
  hasOwn: boolean
  of: { uuid: string; id: string }
  act: (act: Act, disabled?: boolean) => React.ReactNode
}

/** The acts that set the released part: from here, until here, and no longer one of its own. */
function PartActs({ decision: { released }, here, seconds, hasOwn, of, act }: PartProps) {
  const { t } = useTranslation('replay')
  const release = (span: Span) => client.releaseRecordingPart({ ...of, ...span })
  const clear = () => client.clearRecordingPart(of)
  const undo = () => (hasOwn && released ? release(released) : clear())
  const done = t('cut.released')
  const { from, to } = released ?? { from: 0, to: tenths(seconds) }
  return (
    <>
      {act({
        label: t('cut.from', { at: clockText(here) }),
        // a start behind the end begins a new part
        run: () => release({ from: here, to: here < to ? to : tenths(seconds) }),
        ...{ done, undo },
      })}
      {act(
        {
          label: t('cut.to', { at: clockText(here) }),
          run: () => release({ from: from < here ? from : 0, to: here }),
          ...{ done, undo },
        },
        here === 0,
      )}
      {hasOwn && act({ label: t('cut.clear'), run: clear, ...{ done: t('cut.cleared'), undo } })}
    </>
  )
}
