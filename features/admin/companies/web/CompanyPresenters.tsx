import { Group, Modal, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconPencil, IconStar, IconUserMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Company, PresenterCompany } from '#features/core/company/contract.ts'
import { type Assignee, AssigneeSelect } from '#features/planning/plan/web/AssigneeSelect.tsx'
import { client } from '#web/client/client.ts'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { Entity } from '#web/ui/record/Entity.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import { companiesCalls } from '../contract.ts'

/** The presenters who represent a company: add, set a title, make primary, remove. */
export function CompanyPresenters({ company }: { company: Company }) {
  const { t } = useTranslation('companies')
  const links = useQuery(callQuery('getPresenterCompanyList', { company_id: company.id, limit: 200 }))
  return (
    <section>
      <Title order={3} size="h4">
        {t('people.title')}
      </Title>
      <Text c="dimmed">{t('people.hint')}</Text>
      <Entity query={links}>
        {({ items }) => (
          <Stack gap={0} component="ul" className="company-people">
            {items.length === 0 && <Text component="li">{t('people.none')}</Text>}
            {items.map(link => (
              <Presenter key={link.id} link={link} />
            ))}
          </Stack>
        )}
      </Entity>
      <NewPresenter company={company} />
    </section>
  )
}

const nameOf = ({ user_name, email }: PresenterCompany) => user_name || email

function Presenter({ link }: { link: PresenterCompany }) {
  const { t } = useTranslation(['companies', 'common'])
  const { id, company_id, user_id, title, is_first, company_name: company } = link
  const name = nameOf(link)
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <span>
        {[name, title].filter(Boolean).join(' · ')}{' '}
        {is_first && <StateBadge tone="accent">{t('companies:people.first')}</StateBadge>}
      </span>
      <ActMenu
        label={t('companies:people.acts', { name })}
        calls={companiesCalls}
        acts={[
          {
            label: t('companies:people.edit'),
            icon: IconPencil,
            show: dialog => (
              <Modal {...dialog} title={t('companies:people.edit')}>
                <TitleForm link={link} onDone={dialog.onClose} />
              </Modal>
            ),
          },
          !is_first && {
            label: t('companies:people.makeFirst'),
            icon: IconStar,
            run: () => client.updatePresenterCompany({ id, is_first: true }),
            done: t('companies:people.madeFirst', { name }),
          },
          {
            label: t('common:act.remove'),
            icon: IconUserMinus,
            danger: true,
            run: () => client.deletePresenterCompany({ id }),
            done: t('companies:people.removed', { name, company }),
            undo: () => client.createPresenterCompany({ company_id, user_id, title, is_first }),
          },
        ]}
      />
    </Group>
  )
}

function TitleForm({ link, onDone }: { link: PresenterCompany; onDone: () => void }) {
  const { t } = useTranslation(['companies', 'common'])
  const form = useCallForm(companiesCalls, 'updatePresenterCompany', {
    start: { id: link.id, title: link.title, is_first: link.is_first },
    changesOnly: true,
    done: t('companies:people.saved', { name: nameOf(link) }),
    onDone,
  })
  return (
    <CallForm form={form} act={t('common:act.save')} onCancel={onDone}>
      <TextInput label={t('companies:people.job')} data-autofocus {...form.text('title')} />
    </CallForm>
  )
}

function NewPresenter({ company }: { company: Company }) {
  const { t } = useTranslation('companies')
  const [chosen, setChosen] = useState<Assignee | null>(null)
  const form = useCallForm(companiesCalls, 'createPresenterCompany', {
    start: { company_id: company.id },
    done: t('people.added', { name: chosen?.name || chosen?.email, company: company.company_name }),
    onDone: () => setChosen(null),
    again: true,
  })
  const { error } = form.choice('user_id')
  return (
    <CallForm within form={form} act={t('people.add')}>
      <AssigneeSelect
        label={t('people.presenter')}
        description=""
        value={chosen}
        onChange={person => {
          setChosen(person)
          form.set({ user_id: person?.user_id ?? '' })
        }}
        error={error}
      />
      <TextInput label={t('people.job')} {...form.text('title')} />
    </CallForm>
  )
}
