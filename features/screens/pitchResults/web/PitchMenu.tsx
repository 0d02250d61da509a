import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconChartBar,
  IconCopy,
  IconDots,
  IconEye,
  IconPencil,
  IconPresentation,
  IconSend,
  IconStar,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PitchItem } from '#features/core/pitch/fields.ts'
import { ChangeItem, LockedLabel, useIsLocked } from '#features/core/pitch/web/lock.tsx'
import { pitchActs, pitchPaths } from '#features/core/pitch/web/pitchActs.ts'
import { useCopyPitch } from '#features/planning/draft/web/useCopyPitch.ts'
import { useSpotlight } from './useSpotlight.ts'

/** All actions on a pitch, in its row. */
export function PitchMenu({ pitch, onDelete }: { pitch: PitchItem; onDelete: () => void }) {
  const { t } = useTranslation(['pitch', 'drafts'])
  const copy = useCopyPitch()
  const may = pitchActs(pitch)
  const locked = useIsLocked(pitch)
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Tooltip label={t('act.more')}>
          <ActionIcon variant="subtle" color="gray" aria-label={t('act.menu', { name: pitch.presentation_name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {locked && <LockedLabel />}
        <Menu.Item component={Link} to={pitchPaths.view(pitch)} leftSection={<IconEye size={16} aria-hidden />}>
          {t('act.view')}
        </Menu.Item>
        {may.results && (
          <Menu.Item
            component={Link}
            to={pitchPaths.results(pitch)}
            leftSection={<IconChartBar size={16} aria-hidden />}
          >
            {t('act.results')}
          </Menu.Item>
        )}
        {may.invite && (
          <ChangeItem locked={locked} to={pitchPaths.invite(pitch)} leftSection={<IconSend size={16} aria-hidden />}>
            {t('act.invite')}
          </ChangeItem>
        )}
        {may.slides && (
          <ChangeItem
            locked={locked}
            to={pitchPaths.slides(pitch)}
            leftSection={<IconPresentation size={16} aria-hidden />}
          >
            {t('act.slides')}
          </ChangeItem>
        )}
        {may.edit && (
          <ChangeItem locked={locked} to={pitchPaths.edit(pitch)} leftSection={<IconPencil size={16} aria-hidden />}>
            {t('act.edit')}
          </ChangeItem>
        )}
        {may.manage && (
          <Menu.Item onClick={() => copy(pitch.uuid)} leftSection={<IconCopy size={16} aria-hidden />}>
            {t('drafts:copy.act')}
          </Menu.Item>
        )}
        <SpotlightItem pitch={pitch} />
        {may.delete && (
          <>
            <Menu.Divider />
            <ChangeItem
              locked={locked}
              color="var(--bad)"
              onClick={onDelete}
              leftSection={<IconTrash size={16} aria-hidden />}
            >
              {t('act.delete')}
            </ChangeItem>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function SpotlightItem({ pitch }: { pitch: PitchItem }) {
  const spotlight = useSpotlight(pitch)
  return (
    spotlight && (
      <Menu.Item onClick={spotlight.run} leftSection={<IconStar size={16} aria-hidden />}>
        {spotlight.label}
      </Menu.Item>
    )
  )
}
