import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconChartBar, IconDots, IconEye, IconPencil, IconPresentation, IconSend, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PitchItem } from '../contract.ts'
import { pitchActs, pitchPaths } from './pitchActs.ts'

/** Everything that can be done with a pitch from its row. */
export function PitchMenu({ pitch, onDelete }: { pitch: PitchItem; onDelete: () => void }) {
  const { t } = useTranslation('pitch')
  const may = pitchActs(pitch)
  const label = t('act.menu', { name: pitch.presentation_name })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Tooltip label={t('act.more')}>
          <ActionIcon variant="subtle" color="gray" aria-label={label}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
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
          <Menu.Item component={Link} to={pitchPaths.invite(pitch)} leftSection={<IconSend size={16} aria-hidden />}>
            {t('act.invite')}
          </Menu.Item>
        )}
        {may.slides && (
          <Menu.Item
            component={Link}
            to={pitchPaths.slides(pitch)}
            leftSection={<IconPresentation size={16} aria-hidden />}
          >
            {t('act.slides')}
          </Menu.Item>
        )}
        {may.edit && (
          <Menu.Item component={Link} to={pitchPaths.edit(pitch)} leftSection={<IconPencil size={16} aria-hidden />}>
            {t('act.edit')}
          </Menu.Item>
        )}
        {may.delete && (
          <>
            <Menu.Divider />
            <Menu.Item color="red" onClick={onDelete} leftSection={<IconTrash size={16} aria-hidden />}>
              {t('act.delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
