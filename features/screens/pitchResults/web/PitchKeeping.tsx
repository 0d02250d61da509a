import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCopy,
  IconDots,
  IconLock,
  IconLockOpen,
  IconRefresh,
  IconUserShare,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePerson } from '#features/core/account/web/person.ts'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { isBeforeStart, isLockedFor, looksAfterPitches } from '#features/core/pitch/rules.ts'
import { pitchActs } from '#features/core/pitch/web/pitchActs.ts'
import { useRefreshPitches } from '#features/core/pitch/web/pitchQueries.ts'
import { useCopyPitch } from '#features/planning/draft/web/useCopyPitch.ts'
import { client } from '#web/client/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { HandOverDialog } from './HandOverDialog.tsx'

const acts = ['lock', 'unlock', 'restart', 'reset'] as const
type Act = (typeof acts)[number]

const icons = { lock: IconLock, unlock: IconLockOpen, restart: IconRefresh, reset: IconArrowBackUp } as const

/** Rarely used actions on a pitch: locking it, handing it on, and reopening an ended one. */
export function PitchKeeping({ pitch }: { pitch: PitchDetail }) {
  const { t } = useTranslation(['pitch', 'drafts'])
  const { roles } = usePerson()
  const copy = useCopyPitch()
  const [chosen, setChosen] = useState<Act>()
  const [handing, setHanding] = useState(false)
  const mine = actsFor(pitch, roles)
  const mayHandOn = looksAfterPitches(roles) && isBeforeStart(pitch.state)
  if (!pitchActs(pitch).manage) return null
  const label = t('act.more')
  return (
    <>
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Tooltip label={label}>
            <ActionIcon variant="default" size={36} aria-label={label}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          {mine.map(act => {
            const ActIcon = icons[act]
            return (
              <Menu.Item key={act} leftSection={<ActIcon size={16} aria-hidden />} onClick={() => setChosen(act)}>
                {t(`keep.${act}`)}
              </Menu.Item>
            )
          })}
          <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => copy(pitch.uuid)}>
            {t('drafts:copy.act')}
          </Menu.Item>
          {mayHandOn && (
            <Menu.Item leftSection={<IconUserShare size={16} aria-hidden />} onClick={() => setHanding(true)}>
              {t('keep.handOn')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <KeepDialog pitch={pitch} act={chosen} onClose={() => setChosen(undefined)} />
      <HandOverDialog pitch={pitch} opened={handing} onClose={() => setHanding(false)} />
    </>
  )
}

/** [STATE-028, STATE-029, STATE-030, STATE-032] */
function actsFor(pitch: PitchDetail, roles: readonly string[]): Act[] {
  const keeper = looksAfterPitches(roles)
  const over = pitch.state === 'over'
  const runs = pitch.part === 'owner' || pitch.part === 'coHost' || keeper
  return acts.filter(act => {
    if (act === 'restart') return over && runs && !isLockedFor(pitch.is_locked, roles)
    if (act === 'reset') return over && keeper
    return keeper && (act === 'unlock') === pitch.is_locked
  })
}

function KeepDialog({ pitch, act, onClose }: { pitch: PitchDetail; act: Act | undefined; onClose: () => void }) {
  const { t } = useTranslation('pitch')
  const refresh = useRefreshPitches()
  const { uuid, presentation_name: name } = pitch
  const calls: Record<Act, () => Promise<unknown>> = {
    lock: () => client.updatePitchLockStatus({ uuid, is_locked: true }),
    unlock: () => client.updatePitchLockStatus({ uuid, is_locked: false }),
    restart: () => client.RestartPitch({ uuid }),
    reset: () => client.resetPitch({ uuid }),
  }
  async function run() {
    if (!act) return
    await calls[act]()
    doneNotice(t(`keep.${act}Done`, { name }))
    await refresh()
  }
  const shown = act ?? 'lock'
  return (
    <ConfirmDialog
      opened={act !== undefined}
      onClose={onClose}
      title={t(`keep.${shown}Title`, { name })}
      act={t(`keep.${shown}`)}
      danger={act === 'reset'}
      run={run}
    >
      {t(`keep.${shown}Body`)}
    </ConfirmDialog>
  )
}
