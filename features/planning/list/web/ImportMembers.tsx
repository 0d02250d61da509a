import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import { CsvChoice } from '#features/core/part/web/CsvChoice.tsx'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { useRefresh } from '#web/ui/record/callQuery.ts'
import { StateBadge, type Tone } from '#web/ui/StateBadge.tsx'
import { type ContactList, listCalls } from '../contract.ts'
import { type ImportOutcome, importOutcomes } from '../rules.ts'
import './lists.css'

type Preview = Answer<typeof listCalls.importListMembers>

interface Props {
  list: ContactList
  onDone: () => void
}

/** Adds the people of a CSV file, after a look at what that would do. */
export function ImportMembers({ list: { id, list_name: name }, onDone }: Props) {
  const { t } = useTranslation('lists')
  const [chosen, setChosen] = useState<File>()
  const refresh = useRefresh(listCalls)
  const preview = useMutation({
    mutationFn: (file: File) => client.importListMembers({ list_id: id, file, dry: true }),
  })
  const importing = useMutation({
    mutationFn: (file: File) => client.importListMembers({ list_id: id, file, dry: false }),
    onSuccess: async ({ counts }) => {
      doneNotice(t('done.add', { count: addedOf(counts), name }))
      onDone()
      await refresh()
    },
  })
  function choose(file: File) {
    setChosen(file)
    importing.reset()
    preview.mutate(file)
  }
  const count = preview.data ? addedOf(preview.data.counts) : 0
  return (
    <Stack>
      <Text c="dimmed">{t('import.hint')}</Text>
      <CsvChoice
        chosen={chosen}
        onChosen={choose}
        words={{ choose: t('import.choose'), template: t('import.template') }}
        template={{
          name: t('import.file'),
          heads: [t('import.email'), t('import.firstname'), t('import.lastname')],
        }}
      />
      {preview.isPending && (
        <Text size="sm" role="status">
          {t('import.reading')}
        </Text>
      )}
      <ErrorNotice failure={preview.error} />
      {preview.data && !preview.isError && <Outcome preview={preview.data} />}
      <ErrorNotice failure={importing.error} title={t('import.failed')} />
      {chosen && preview.data && (
        <Group justify="flex-end">
          <Button
            disabled={count === 0 || preview.isPending}
            loading={importing.isPending}
            onClick={() => importing.mutate(chosen)}
          >
            {count > 0 ? t('import.confirm', { count }) : t('import.nothing')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

const addedOf = (counts: Preview['counts']): number => counts.new + counts.suppressed

const tones = {
  new: 'good',
  known: 'neutral',
  twice: 'neutral',
  invalid: 'bad',
  suppressed: 'warn',
} as const satisfies Record<ImportOutcome, Tone>

/** How many entries there are of each kind, and those that need a look. */
function Outcome({ preview: { counts, lines } }: { preview: Preview }) {
  const { t } = useTranslation(['lists', 'invite'])
  const total = importOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
  return (
    <Stack gap="xs" aria-live="polite">
      <Stack component="ul" gap={4} className="list-outcomes" aria-label={t('lists:import.preview')}>
        {importOutcomes
          .filter(outcome => counts[outcome] > 0)
          .map(outcome => (
            <li key={outcome}>
              <StateBadge tone={tones[outcome]}>{t(`lists:import.outcome.${outcome}`)}</StateBadge>{' '}
              {t(`lists:import.says.${outcome}`, { count: counts[outcome] })}
            </li>
          ))}
      </Stack>
      <Table aria-label={t('lists:import.lines')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('lists:import.line')}</Table.Th>
            <Table.Th>{t('lists:import.person')}</Table.Th>
            <Table.Th>{t('lists:import.what')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.slice(0, SHOWN).map(({ line, email, name, outcome, problem }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line may name several people
            <Table.Tr key={index}>
              <Table.Td className="tabular">{line}</Table.Td>
              <Table.Td className="list-person">{[name, email].filter(Boolean).join(' · ')}</Table.Td>
              <Table.Td>
                <StateBadge tone={tones[outcome]}>{t(`lists:import.outcome.${outcome}`)}</StateBadge>
                {problem && (
                  <Text size="sm">
                    {problem === 'tooMany' ? t('lists:import.tooMany') : t(`invite:problem.${problem}`)}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {total > Math.min(lines.length, SHOWN) && (
        <Text size="sm">{t('lists:import.more', { count: total - Math.min(lines.length, SHOWN) })}</Text>
      )}
    </Stack>
  )
}

/** The entries that a preview shows; the server sends first those that need a look. */
const SHOWN = 100
