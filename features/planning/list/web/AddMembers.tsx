import { Button, Group, MultiSelect, Stack, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { joinSentences } from '#contract/amounts.ts'
import { contactRows } from '#features/core/part/contactRows.ts'
import { readContacts } from '#features/core/part/rules.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { callQuery, useRefresh } from '#web/ui/record/callQuery.ts'
import { type ContactList, listCalls } from '../contract.ts'

interface Props {
  list: ContactList
  onDone: () => void
}

/** Adds users, found by their names, and people by their addresses. */
export function AddMembers({ list: { id, list_name: name }, onDone }: Props) {
  const { t, i18n } = useTranslation(['lists', 'common', 'invite'])
  const [users, setUsers] = useState<readonly Offered[]>([])
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const refresh = useRefresh(listCalls)
  const entries = useMemo(() => readContacts(contactRows(typed)), [typed])
  const wrong = entries.filter(({ problem }) => problem && problem !== 'twice')
  const contacts = entries.flatMap(({ problem, email, firstname, lastname }) =>
    problem ? [] : [{ email, firstname, lastname }],
  )
  const count = users.length + contacts.length
  const adding = useMutation({
    mutationFn: () => client.addListMembers({ list_id: id, user_ids: users.map(({ value }) => value), contacts }),
    onSuccess: async ({ added, known }) => {
      const said = [
        t('lists:done.add', { count: added, name }),
        known > 0 && t('lists:done.addKnown', { count: known }),
      ]
      doneNotice(joinSentences(said, i18n.language))
      onDone()
      await refresh()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (count > 0 && wrong.length === 0 && !adding.isPending) adding.mutate()
  }
  const [first] = wrong
  const problem =
    isTried && first?.problem
      ? t('lists:add.wrong', { line: first.line, why: t(`invite:problem.${first.problem}`) })
      : isTried && count === 0 && t('lists:add.required')
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <UserChoice listId={id} value={users} onChange={setUsers} />
        <Textarea
          label={t('lists:add.addresses')}
          description={t('lists:add.addressesHint')}
          placeholder={t('invite:fields.peopleExample')}
          autosize
          minRows={3}
          maxRows={12}
          spellCheck={false}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
          error={problem}
        />
        <Text size="sm" role="status">
          {count > 0 && t('lists:count', { count })}
        </Text>
        <ErrorNotice failure={adding.error} title={t('lists:failed.add')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {t('common:act.cancel')}
          </Button>
          <Button type="submit" loading={adding.isPending}>
            {t('lists:add.act')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface Offered {
  readonly value: string
  readonly label: string
}

interface ChoiceProps {
  listId: string
  value: readonly Offered[]
  onChange: (next: readonly Offered[]) => void
}

/** A search among the users whom the reader sees. */
function UserChoice({ listId, value, onChange }: ChoiceProps) {
  const { t } = useTranslation('lists')
  const [typed, setTyped] = useState('')
  const [name] = useDebouncedValue(typed.trim(), 250)
  const people = useQuery({
    ...callQuery('getListUserList', { list_id: listId, ...(name && { name }) }),
    placeholderData: keepPreviousData,
  })
  const found = (people.data?.items ?? []).map(({ user_id, name: whole, email }) => ({
    value: user_id,
    label: whole ? `${whole} · ${email}` : email,
  }))
  const offered = [...value, ...found.filter(({ value: id }) => !value.some(one => one.value === id))]
  return (
    <MultiSelect
      label={t('add.users')}
      description={t('add.usersHint')}
      searchable
      data-autofocus
      // opened by the focus it would lie over the fields and buttons
      openOnFocus={false}
      // the server filters, so the options are shown as they come
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={people.isPending ? undefined : t('add.nobody')}
      data={offered}
      value={value.map(one => one.value)}
      onChange={ids => onChange(offered.filter(one => ids.includes(one.value)))}
    />
  )
}
