import { Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { useRefreshPitches } from '#features/core/pitch/web/pitchQueries.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { Entity } from '#web/ui/record/Entity.tsx'
import { type companyCalls, type TakenField, takenFields } from '../companyCalls.ts'
import { type SearchedCompany, useCompanySearch } from './useCompanySearch.ts'

type Drift = Answer<typeof companyCalls.getPitchCompanyDrift>

interface Props {
  pitch: PitchDetail
  /** The pitch has taken something over, and is shown as it is now. */
  onTaken: () => void
}

/** Where a pitch and its company have drifted apart, and taking it over again; for a pitch without one, choosing it. */
export function CompanyDrift({ pitch, onTaken }: Props) {
  const { t } = useTranslation('pitch')
  const drift = useQuery(callQuery('getPitchCompanyDrift', { uuid: pitch.uuid }, 'pitch'))
  return (
    <Entity query={drift}>
      {({ company, differs }) =>
        !company ? (
          <ChooseCompany pitch={pitch} onTaken={onTaken} />
        ) : differs.length === 0 ? (
          <Text>{t('drift.same', { company: company.company_name })}</Text>
        ) : (
          <Differences key={company.id} {...{ pitch, onTaken }} company={company.company_name} differs={differs} />
        )
      }
    </Entity>
  )
}

/** Takes fields over and says of whom. */
function useTaking({ pitch: { uuid }, onTaken }: Props) {
  const { t } = useTranslation('pitch')
  const refresh = useRefreshPitches()
  return useMutation({
    mutationFn: async ({ fields, id }: { company: string; fields: readonly TakenField[]; id?: string }) =>
      client.takeCompanyOver({ uuid, fields: [...fields], ...(id && { company_id: id }) }),
    onSuccess: async (_, { company }) => {
      doneNotice(t('drift.done', { company }))
      await refresh()
      onTaken()
    },
  })
}

interface DifferencesProps extends Props {
  company: string
  differs: Drift['differs']
}

function Differences({ company, differs, ...taken }: DifferencesProps) {
  const { t } = useTranslation('pitch')
  const [left, setLeft] = useState<readonly TakenField[]>([])
  const taking = useTaking(taken)
  const fields = differs.map(({ field }) => field).filter(field => !left.includes(field))
  const shown = (field: TakenField, text: string) =>
    !text ? t('drift.empty') : field === 'company_logo' ? t('drift.field.company_logo') : text
  return (
    <>
      <Checkbox.Group
        label={t('drift.label')}
        description={t('drift.differs', { company })}
        value={fields}
        onChange={chosen => setLeft(takenFields.filter(field => !chosen.includes(field)))}
      >
        <Stack mt="xs" gap="sm">
          {differs.map(({ field, ...sides }) => (
            <Checkbox
              key={field}
              value={field}
              label={t(`drift.field.${field}`)}
              description={
                <>
                  <Text span inherit lineClamp={2} display="block">
                    {t('drift.here', { text: shown(field, sides.pitch) })}
                  </Text>
                  <Text span inherit lineClamp={2} display="block">
                    {t('drift.there', { text: shown(field, sides.company) })}
                  </Text>
                </>
              }
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <ErrorNotice failure={taking.error} />
      <Group>
        <Button
          variant="default"
          disabled={fields.length === 0}
          loading={taking.isPending}
          onClick={() => taking.mutate({ fields, company })}
        >
          {t('drift.act')}
        </Button>
      </Group>
    </>
  )
}

function ChooseCompany(taken: Props) {
  const { t } = useTranslation('pitch')
  const [company, setCompany] = useState<SearchedCompany>()
  const taking = useTaking(taken)
  const { list, offered, field, isEmpty } = useCompanySearch({ uuid: taken.pitch.uuid }, company)
  return (
    <>
      <Text c="dimmed">{t('drift.none')}</Text>
      {!isEmpty && (
        <Group align="flex-end">
          <Select
            label={t('drift.choose')}
            {...field}
            value={company?.id ?? null}
            onChange={id => setCompany(offered.find(one => one.id === id))}
          />
          <Button
            variant="default"
            disabled={!company}
            loading={taking.isPending}
            onClick={() =>
              company && taking.mutate({ fields: takenFields, company: company.company_name, id: company.id })
            }
          >
            {t('drift.act')}
          </Button>
        </Group>
      )}
      <ErrorNotice failure={list.error ?? taking.error} />
    </>
  )
}
