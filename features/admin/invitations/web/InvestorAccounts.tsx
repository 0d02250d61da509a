import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountTypes } from '#features/access/policy/rules.ts'
import { emailProblem } from '#features/access/registration/web/EmailProof.tsx'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { type Column, DataList } from '#web/ui/DataList.tsx'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { useListState } from '#web/ui/listState.ts'
import { Page } from '#web/ui/Page.tsx'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { TimeAgo } from '#web/ui/Time.tsx'
import type { NoLoginInvestor } from '../partnerCalls.ts'
import { OrganisationChoice } from './OrganisationChoice.tsx'

/** [CALL-097, ENT-079] Investors who never sign in: entities, and people whose affairs somebody else looks after. */
export function InvestorAccounts() {
  const { t } = useTranslation('registration')
  const [adding, { open, close }] = useDisclosure()
  const crosses = usePerson().roles.includes('superadmin')
  const state = useListState({ sorts: ['made'], sort: 'made', order: 'desc', filters: ['name'] })
  const { page, limit, filters } = state
  const query = useQuery({
    queryKey: ['investorAccounts', page, limit, filters],
    queryFn: () => client.getNoLoginInvestorAccountList({ page, limit, ...filters }),
    placeholderData: keepPreviousData,
  })
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {t('investors.new')}
    </Button>
  )
  const organisation: Column<NoLoginInvestor, 'made'> = {
    key: 'organisation',
    title: t('organisation'),
    cell: row => row.org_name,
  }
  return (
    <Page title={t('investors.title')} hint={t('investors.hint')} act={add}>
      <DataList
        label={t('investors.label')}
        state={state}
        query={query}
        rowKey={row => row.id}
        search={{ filter: 'name', label: t('investors.search') }}
        empty={{ title: t('investors.empty'), hint: t('investors.emptyHint'), act: add }}
        columns={[
          { key: 'name', title: t('investors.name'), cell: row => `${row.firstname} ${row.lastname}`.trim() },
          { key: 'type', title: t('investors.type'), cell: row => t(`investors.typeOf.${row.account_type}`) },
          { key: 'owner', title: t('investors.owner'), cell: row => `${row.owner_name} (${row.owner_email})` },
          ...(crosses ? [organisation] : []),
          { key: 'made', title: t('investors.made'), cell: row => <TimeAgo at={row.created_on} /> },
        ]}
      />
      <SideDrawer opened={adding} onClose={close} title={t('investors.new')}>
        <NewInvestor onDone={close} />
      </SideDrawer>
    </Page>
  )
}

function NewInvestor({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['registration', 'account', 'common', 'errors'])
  const queries = useQueryClient()
  const [value, setValue] = useState({ firstname: '', lastname: '', owner_email: '' })
  const [type, setType] = useState<(typeof accountTypes)[number]>('entity')
  const [tried, setTried] = useState(false)
  const [org, setOrg] = useState('')
  const isPerson = type === 'individual'
  const add = useMutation({
    mutationFn: () =>
      client.createNoLoginInvestorAccount({
        ...value,
        account_type: type,
        ...(org ? { org_id: org } : {}),
        lastname: isPerson ? value.lastname : '',
      }),
    onSuccess: async () => {
      doneNotice(t('registration:investors.done', { name: `${value.firstname} ${value.lastname}`.trim() }))
      onDone()
      await queries.invalidateQueries({ queryKey: ['investorAccounts'] })
    },
  })
  const text = (field: keyof typeof value) => ({
    value: value[field],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValue({ ...value, [field]: event.currentTarget.value }),
    required: true,
    error: tried && !value[field].trim() && t('errors:rule.required'),
  })
  const wrong = emailProblem(value.owner_email)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    const named = value.firstname.trim() && (!isPerson || value.lastname.trim())
    if (named && !wrong && !add.isPending) add.mutate()
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Radio.Group
          label={t('registration:investors.type')}
          value={type}
          onChange={chosen => setType(accountTypes.find(one => one === chosen) ?? 'entity')}
        >
          <Group mt="xs">
            {accountTypes.map(one => (
              <Radio key={one} value={one} label={t(`registration:investors.typeOf.${one}`)} />
            ))}
          </Group>
        </Radio.Group>
        <Group grow align="flex-start">
          <TextInput
            label={t(isPerson ? 'account:field.firstName' : 'registration:investors.entityName')}
            maxLength={80}
            {...text('firstname')}
          />
          {isPerson && <TextInput label={t('account:field.lastName')} maxLength={80} {...text('lastname')} />}
        </Group>
        <OrganisationChoice value={org} onChange={setOrg} />
        <TextInput
          label={t('registration:investors.ownerEmail')}
          description={t('registration:investors.ownerHint')}
          type="email"
          maxLength={254}
          {...text('owner_email')}
          error={tried && wrong && t(`registration:signUp.${wrong}`)}
        />
        <ErrorNotice failure={add.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {t('common:act.cancel')}
          </Button>
          <Button type="submit" loading={add.isPending}>
            {t('registration:investors.act')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
