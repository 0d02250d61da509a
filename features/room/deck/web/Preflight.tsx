import { Alert, List, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DeckFile, PageCheck } from '../contract.ts'
import { type Found, groupFindings, rangesOf } from './preflight.ts'

/** What a founder has to know of a file before the pitch: what does not play, and what looks otherwise. */
export function Preflight({ file, checks }: { file: DeckFile; checks: readonly PageCheck[] }) {
  const { t } = useTranslation('deck')
  const sentence = useFinding()
  if (file.status !== 'ready' || file.type === 'pdf') return null
  const groups = groupFindings(checks)
  if (groups.length > 0)
    return (
      <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} title={t('preflight.title')}>
        <List size="sm" spacing={4}>
          {groups.map(group => (
            <List.Item key={`${group.kind} ${group.font}`}>{sentence(group)}</List.Item>
          ))}
        </List>
      </Alert>
    )
  const isChecked = file.type === 'pptx'
  const Icon = isChecked ? IconCircleCheck : IconInfoCircle
  return (
    <Text size="sm" c="dimmed" className="deck-preflight-clear">
      <Icon size={16} aria-hidden />
      {t(isChecked ? 'preflight.clear' : 'preflight.old')}
    </Text>
  )
}

/** The sentence about a finding and the slides that have it. */
export function useFinding(): (found: Found) => string {
  const { t } = useTranslation('deck')
  return ({ kind, pages, font, instead }) =>
    t(`preflight.${kind}`, { count: pages.length, slides: rangesOf(pages), font, instead })
}
