import { Radio, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { accountStates, hiddenFromUseradmin, seesOnlyManaged, signedIn } from '#features/core/account/match.ts'
import { mainRoles } from '#features/core/account/rules.ts'
import { OrganisationChoice } from '#features/core/account/web/OrganisationChoice.tsx'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { type ContactList, type Dynamic, listCalls } from '../contract.ts'
import { listTypes } from '../rules.ts'
import './lists.css'

interface Props {
  /** The list to change; without it a new one is created. */
  list?: ContactList
  /** Gets the id of a new list. */
  onDone: (created?: string) => void
}

/** A list's name, sharing and, for a dynamic one, its filter. */
export function ListForm({ list, onDone }: Props) {
  const { t } = useTranslation('lists')
  const form = useCallForm(listCalls, 'createList', {
    start: list
      ? {
          ...{ list_name: list.list_name, description: list.description, shared: list.shared },
          ...{ list_type: list.list_type, dynamic: list.dynamic ?? {} },
        }
      : { list_type: 'static', dynamic: {} },
    changesOnly: list !== undefined,
    send: ({ dynamic, list_type, user_ids: _, ...input }, values) => {
      const type = list?.list_type ?? list_type
      const filter = type === 'dynamic' && { dynamic: values.dynamic }
      return list
        ? client.updateList({ ...input, ...filter, id: list.id })
        : client.createList({ ...input, ...filter, list_type })
    },
    done: (_, { list_name }) => t(list ? 'done.update' : 'done.create', { name: list_name }),
    onDone: ({ id }) => onDone(list ? undefined : id),
  })
  const type = list?.list_type ?? form.values.list_type
  return (
    <CallForm
      form={form}
      act={t(list ? 'save' : 'create')}
      failed={t(list ? 'failed.update' : 'failed.create')}
      onCancel={() => onDone()}
    >
      <TextInput label={t('field.list_name')} data-autofocus {...form.text('list_name')} />
      <Textarea label={t('field.description')} autosize minRows={2} maxRows={6} {...form.text('description')} />
      {!list && (
        <Radio.Group label={t('field.list_type')} {...form.choice('list_type')}>
          <Stack gap="xs" mt="xs">
            {listTypes.map(value => (
              <Radio key={value} value={value} label={t(`type.${value}`)} description={t(`typeHint.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {type === 'dynamic' && (
        <Filter
          value={form.values.dynamic}
          onChange={dynamic => form.set({ dynamic })}
          orgId={list?.org_id ?? form.values.org_id}
        />
      )}
      {(!list || list.is_owner) && (
        <Switch label={t('field.shared')} description={t('sharedHint')} {...form.flag('shared')} />
      )}
      {!list && <OrganisationChoice {...form.choice('org_id')} />}
    </CallForm>
  )
}

interface FilterProps {
  value: Dynamic
  onChange: (next: Dynamic) => void
  orgId: string
}

/** The filter of a dynamic list, which finds the users who match all of it. */
function Filter({ value, onChange, orgId }: FilterProps) {
  const { t } = useTranslation(['lists', 'account'])
  const me = usePerson()
  const tags = useQuery(callQuery('getListTagList', orgId ? { org_id: orgId } : {}))
  const set = (field: keyof Dynamic, next: string | null) => {
    const { [field]: _, ...rest } = value
    onChange((next ? { ...rest, [field]: next } : rest) as Dynamic)
  }
  const hidden: readonly string[] = seesOnlyManaged(me.roles) ? hiddenFromUseradmin : []
  const offered = mainRoles.filter(role => !hidden.includes(role))
  return (
    <Stack component="fieldset" className="list-match">
      <Text component="legend" fw={600}>
        {t('lists:filter.title')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('lists:filter.hint')}
      </Text>
      <TextInput
        label={t('lists:filter.name')}
        description={t('lists:filter.nameHint')}
        maxLength={100}
        value={value.name ?? ''}
        onChange={event => set('name', event.currentTarget.value)}
      />
      <Select
        label={t('account:field.role')}
        clearable
        placeholder={t('lists:filter.any')}
        data={offered.map(role => ({ value: role, label: t(`account:role.${role}`) }))}
        value={value.role ?? null}
        onChange={next => set('role', next)}
      />
      <Select
        label={t('account:field.state')}
        clearable
        placeholder={t('lists:filter.any')}
        data={accountStates.map(state => ({ value: state, label: t(`account:state.${state}`) }))}
        value={value.state ?? null}
        onChange={next => set('state', next)}
      />
      <Select
        label={t('account:field.tag')}
        clearable
        searchable
        placeholder={t('lists:filter.any')}
        nothingFoundMessage={t('lists:filter.noTags')}
        data={(tags.data?.items ?? []).map(({ tag_id, name }) => ({ value: tag_id, label: name }))}
        value={value.tag_id ?? null}
        onChange={next => set('tag_id', next)}
      />
      <Select
        label={t('account:field.lastLogin')}
        clearable
        placeholder={t('lists:filter.any')}
        data={signedIn.map(one => ({ value: one, label: t(`account:signedIn.${one}`) }))}
        value={value.signed_in ?? null}
        onChange={next => set('signed_in', next)}
      />
    </Stack>
  )
}
