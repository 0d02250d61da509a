import { Group, Radio, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fullName } from '#contract/names.ts'
import { OrganisationChoice } from '#features/core/account/web/OrganisationChoice.tsx'
import { client } from '#web/client/client.ts'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { ListScreen } from '#web/ui/record/ListScreen.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { TimeAgo } from '#web/ui/Time.tsx'
import { partnerCalls } from '../partnerCalls.ts'

/** [CALL-097, ENT-079] Investors who never sign in: entities, and people represented by another person. */
export function InvestorAccounts() {
  const { t } = useTranslation(['registration', 'common'])
  return (
    <ListScreen
      list={useCallList(partnerCalls, 'getNoLoginInvestorAccountList')}
      words={t('investors', { returnObjects: true })}
      add={{ label: t('investors.new'), form: close => <NewInvestor onDone={close} /> }}
      columns={[
        { key: 'name', title: t('investors.name'), cell: row => fullName(row) },
        { key: 'type', title: t('investors.type'), cell: row => t(`investors.typeOf.${row.account_type}`) },
        {
          key: 'owner',
          title: t('investors.owner'),
          cell: row => t('common:aside', { text: row.owner_name, note: row.owner_email }),
        },
        { key: 'org_name', title: t('organisation'), crossing: true },
        { key: 'made', title: t('investors.made'), cell: row => <TimeAgo at={row.created_on} /> },
      ]}
    />
  )
}

function NewInvestor({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['registration', 'account'])
  const form = useCallForm(partnerCalls, 'createNoLoginInvestorAccount', {
    start: { account_type: 'entity' },
    check: ({ account_type, lastname }) => ({
      lastname: account_type === 'individual' && !lastname.trim() && 'required',
    }),
    send: input =>
      client.createNoLoginInvestorAccount(input.account_type === 'entity' ? { ...input, lastname: '' } : input),
    done: (_, { firstname, lastname }) => t('registration:investors.done', { name: fullName({ firstname, lastname }) }),
    onDone,
  })
  const isPerson = form.values.account_type === 'individual'
  return (
    <CallForm form={form} act={t('registration:investors.act')} onCancel={onDone}>
      <Radio.Group label={t('registration:investors.type')} {...form.choice('account_type')}>
        <Group mt="xs">
          {form
            .options('account_type', one => t(`registration:investors.typeOf.${one}`))
            .map(one => (
              <Radio key={one.value} {...one} />
            ))}
        </Group>
      </Radio.Group>
      <Group grow align="flex-start">
        <TextInput
          label={t(isPerson ? 'account:field.firstName' : 'registration:investors.entityName')}
          {...form.text('firstname')}
        />
        {isPerson && <TextInput label={t('account:field.lastName')} {...form.text('lastname')} required />}
      </Group>
      <OrganisationChoice {...form.choice('org_id')} />
      <TextInput
        label={t('registration:investors.ownerEmail')}
        description={t('registration:investors.ownerHint')}
        type="email"
        {...form.text('owner_email')}
      />
    </CallForm>
  )
}
