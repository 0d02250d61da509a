import { ActionIcon, Alert, Group, Modal, Text, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeckPage, PageCheck } from '../contract.ts'
import { useFinding } from './Preflight.tsx'
import { groupFindings } from './preflight.ts'

interface Props {
  pages: readonly DeckPage[]
  /** The index of the page to show; without one the dialog is closed. */
  at: number | undefined
  go: (at: number | undefined) => void
  checks: readonly PageCheck[]
}

/** One page large; the arrow keys turn. */
export function PageDialog({ pages, at, go, checks }: Props) {
  const { t } = useTranslation(['deck', 'common'])
  const page = at === undefined ? undefined : pages[at]
  const sentence = useFinding()
  const found = groupFindings(checks.filter(check => check.page === page?.page))
  const turn = (step: number) => at !== undefined && pages[at + step] && go(at + step)
  function press(event: KeyboardEvent) {
    if (event.key === 'ArrowRight' || event.key === 'PageDown') turn(1)
    if (event.key === 'ArrowLeft' || event.key === 'PageUp') turn(-1)
  }
  return (
    <Modal
      opened={page !== undefined}
      onClose={() => go(undefined)}
      size="min(72rem, 94vw)"
      title={page && t('deck:pages.page', { page: page.page })}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
      onKeyDown={press}
    >
      {page && at !== undefined && (
        <>
          <img
            className="deck-large"
            src={page.url}
            width={page.width}
            height={page.height}
            alt={page.text || t('deck:pages.page', { page: page.page })}
          />
          {found.length > 0 && (
            <Alert color="yellow" variant="light" mt="sm" icon={<IconAlertTriangle aria-hidden />}>
              {found.map(one => (
                <Text key={`${one.kind} ${one.font}`} size="sm">
                  {sentence(one)}
                </Text>
              ))}
            </Alert>
          )}
          <Group justify="space-between" mt="sm">
            <TurnButton label={t('deck:pages.previous')} disabled={at === 0} onClick={() => turn(-1)}>
              <IconChevronLeft size={18} aria-hidden />
            </TurnButton>
            <Text size="sm" c="dimmed" className="tabular" role="status">
              {t('deck:pages.of', { at: at + 1, total: pages.length })}
            </Text>
            <TurnButton label={t('deck:pages.next')} disabled={at === pages.length - 1} onClick={() => turn(1)}>
              <IconChevronRight size={18} aria-hidden />
            </TurnButton>
          </Group>
        </>
      )}
    </Modal>
  )
}

interface TurnProps {
  label: string
  disabled: boolean
  onClick: () => void
  children: React.ReactNode
}

const TurnButton = ({ label, disabled, onClick, children }: TurnProps) => (
  <Tooltip label={label}>
    <ActionIcon variant="default" size="lg" aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)
