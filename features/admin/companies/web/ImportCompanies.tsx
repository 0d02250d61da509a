import { Button, Checkbox, Group, Stack, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import { OrganisationChoice } from '#features/core/account/web/OrganisationChoice.tsx'
import { companyFieldNames } from '#features/core/company/fields.ts'
import { CsvChoice } from '#features/core/part/web/CsvChoice.tsx'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { useRefresh } from '#web/ui/record/callQuery.ts'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { StateBadge, type Tone } from '#web/ui/StateBadge.tsx'
import { useRuleWording } from '#web/ui/wording.ts'
import { companiesCalls, type ImportOutcome } from '../contract.ts'

type Preview = Answer<typeof companiesCalls.importCompanies>

/** The button that imports companies from a CSV file, with a preview in a drawer. */
export function ImportCompanies() {
  const { t } = useTranslation('companies')
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={open}>
        {t('import.act')}
      </Button>
      <SideDrawer opened={opened} onClose={close} title={t('import.title')} size={720}>
        {opened && <ImportForm onDone={close} />}
      </SideDrawer>
    </>
  )
}

function ImportForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('companies')
  const [chosen, setChosen] = useState<File>()
  const [update, setUpdate] = useState(false)
  const [organisation, setOrganisation] = useState('')
  const refresh = useRefresh(companiesCalls)
  const send = (dry: boolean, file: File, update_existing: boolean, org_id: string) =>
    client.importCompanies({ file, dry, update_existing, ...(org_id && { org_id }) })
  const preview = useMutation({
    mutationFn: (of: { chosen: File; update: boolean; organisation: string }) =>
      send(true, of.chosen, of.update, of.organisation),
  })
  const importing = useMutation({
    mutationFn: (of: File) => send(false, of, update, organisation),
    onSuccess: async ({ lines }) => {
      doneNotice(t('import.done', { count: writtenOf(lines) }))
      onDone()
      await refresh()
    },
  })
  /** Asks again what would happen, by what was changed. */
  function ask(next: { chosen?: File; update?: boolean; organisation?: string }) {
    const of = {
      chosen: next.chosen ?? chosen,
      update: next.update ?? update,
      organisation: next.organisation ?? organisation,
    }
    setChosen(of.chosen)
    setUpdate(of.update)
    setOrganisation(of.organisation)
    importing.reset()
    if (of.chosen) preview.mutate({ ...of, chosen: of.chosen })
  }
  const count = preview.data ? writtenOf(preview.data.lines) : 0
  return (
    <Stack>
      <Text c="dimmed">{t('import.hint')}</Text>
      <OrganisationChoice value={organisation} onChange={id => ask({ organisation: id })} />
      <CsvChoice
        chosen={chosen}
        onChosen={file => ask({ chosen: file })}
        words={{ choose: t('import.choose'), template: t('import.template') }}
        template={{ name: t('import.file'), heads: companyFieldNames.map(field => t(`field.${field}`)) }}
      />
      <Checkbox
        label={t('import.update')}
        checked={update}
        onChange={event => ask({ update: event.currentTarget.checked })}
      />
      <ErrorNotice failure={preview.error} />
      {preview.data && !preview.isError && <PreviewTable preview={preview.data} />}
      <ErrorNotice failure={importing.error} title={t('import.failed')} />
      {chosen && preview.data && (
        <Group justify="flex-end">
          <Button
            disabled={count === 0 || preview.isPending}
            loading={importing.isPending}
            onClick={() => importing.mutate(chosen)}
          >
            {t('import.confirm', { count })}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

const writtenOf = (lines: Preview['lines']) =>
  lines.filter(({ outcome }) => outcome === 'created' || outcome === 'updated').length

/** The lines that a preview shows: first those that need a fix. */
const SHOWN = 200
const tones = {
  created: 'good',
  updated: 'accent',
  unchanged: 'neutral',
  exists: 'warn',
  wrong: 'bad',
} as const satisfies Record<ImportOutcome, Tone>

function PreviewTable({ preview }: { preview: Preview }) {
  const { t } = useTranslation(['companies', 'common'])
  const say = useRuleWording()
  const fault = (field: string, rule: string) =>
    t('common:pair', { label: t(`field.${field as 'phone'}`), value: say(rule) })
  const sorted = preview.lines.toSorted((a, b) => Number(b.outcome === 'wrong') - Number(a.outcome === 'wrong'))
  return (
    <Stack gap="xs" aria-live="polite">
      {preview.unknown_columns.length > 0 && (
        <Text size="sm">{t('import.unknown', { columns: preview.unknown_columns })}</Text>
      )}
      {writtenOf(preview.lines) === 0 && <Text size="sm">{t('import.nothing')}</Text>}
      <Table aria-label={t('import.preview')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('import.line')}</Table.Th>
            <Table.Th>{t('field.company_name')}</Table.Th>
            <Table.Th>{t('import.what')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sorted.slice(0, SHOWN).map(({ line, company_name, outcome, broken }) => (
            <Table.Tr key={line}>
              <Table.Td className="tabular">{line}</Table.Td>
              <Table.Td>{company_name}</Table.Td>
              <Table.Td>
                <StateBadge tone={tones[outcome]}>{t(`import.outcome.${outcome}`)}</StateBadge>
                {Object.entries(broken).map(([field, rule]) => (
                  <Text key={field} size="sm">
                    {fault(field, rule)}
                  </Text>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {sorted.length > SHOWN && <Text size="sm">{t('import.more', { count: sorted.length - SHOWN })}</Text>}
    </Stack>
  )
}
