import { ActionIcon, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NOTICES_ON_A_PAGE } from '#features/notify/notice/rules.ts'

/** [CONST-033] Ten notices a page, and no choice about it. */
export function NoticePaging({ page, total, goTo }: { page: number; total: number; goTo: (page: number) => void }) {
  const { t } = useTranslation()
  if (total <= NOTICES_ON_A_PAGE) return null
  const pages = Math.ceil(total / NOTICES_ON_A_PAGE)
  const turn = (to: number, label: string, Icon: typeof IconChevronLeft) => (
    <ActionIcon variant="default" size="md" aria-label={label} disabled={to < 1 || to > pages} onClick={() => goTo(to)}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
  return (
    <nav className="list-paging" aria-label={t('list.paging')}>
      <Text size="sm" c="dimmed" className="tabular">
        {t('list.page', { page, pages })}
      </Text>
      {turn(page - 1, t('list.previous'), IconChevronLeft)}
      {turn(page + 1, t('list.next'), IconChevronRight)}
    </nav>
  )
}
