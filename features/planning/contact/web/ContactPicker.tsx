import { Button, Checkbox, Group, Pagination, Select, Table, Text, TextInput } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type InviteePerson, MAX_INVITEES } from '#features/core/part/rules.ts'
import { displayName } from '#web/ui/displayName.ts'
import type { Contact, FetchedContacts } from '../contract.ts'
import type { ContactSource } from '../rules.ts'
import './contacts.css'

/** Contacts of one page: all of some thousands would make typing slow. */
const PAGE = 50

interface Props {
  fetched: FetchedContacts
  onChosen: (people: readonly InviteePerson[]) => void
}

/** The address by which a contact can be invited: the chosen one, else the first that may get mail. */
const addressOf = ({ emails }: Contact, chosen?: string): string | undefined =>
  emails.find(({ email, held }) => !held && (chosen === undefined || email === chosen))?.email

const textOf = ({ firstname, lastname, company, emails }: Contact) =>
  [firstname, lastname, company, ...emails.map(({ email }) => email)].join(' ').toLowerCase()

function useFound({ contacts }: FetchedContacts, search: string, source: ContactSource | null) {
  const texts = useMemo(() => new Map(contacts.map(contact => [contact.id, textOf(contact)])), [contacts])
  const words = useDeferredValue(search).toLowerCase().split(/\s+/).filter(Boolean)
  return contacts.filter(
    contact =>
      (source === null || contact.source === source) && words.every(word => texts.get(contact.id)?.includes(word)),
  )
}

/** Which contacts are chosen, each with one address. */
function useChoice({ contacts }: FetchedContacts) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map())
  const [addresses, setAddresses] = useState<ReadonlyMap<number, string>>(new Map())
  const of = (contact: Contact) => addressOf(contact, addresses.get(contact.id)) ?? ''
  function choose(some: readonly Contact[], isOn: boolean) {
    const after = new Map(chosen)
    for (const contact of some)
      if (isOn) after.set(contact.id, of(contact))
      else after.delete(contact.id)
    setChosen(after)
  }
  function address(contact: Contact, email: string) {
    setAddresses(new Map(addresses).set(contact.id, email))
    setChosen(new Map(chosen).set(contact.id, email))
  }
  const people = contacts.flatMap(({ id, firstname, lastname }) => {
    const email = chosen.get(id)
    return email === undefined ? [] : [{ email, firstname, lastname }]
  })
  return { people, chosen, choose, address, of }
}

/** Chooses all contacts that were found and can be invited. */
function All({ found, chosen, choose }: Pick<RowsProps, 'chosen' | 'choose'> & { found: readonly Contact[] }) {
  const { t } = useTranslation('contacts')
  const free = found.filter(contact => addressOf(contact))
  const isAll = free.length > 0 && free.every(({ id }) => chosen.has(id))
  return (
    <Checkbox
      mb="xs"
      label={t('all', { count: free.length })}
      disabled={free.length === 0}
      checked={isAll}
      indeterminate={!isAll && free.some(({ id }) => chosen.has(id))}
      onChange={({ currentTarget }) => choose(free, currentTarget.checked)}
    />
  )
}

/** Search, choice and address of contacts; a contact whose addresses are all suppressed cannot be chosen. */
export function ContactPicker({ fetched, onChosen }: Props) {
  const { t } = useTranslation('contacts')
  const [search, setSearch] = useState('')
  const [source, setSource] = useState<ContactSource | null>(null)
  const [page, setPage] = useState(1)
  const found = useFound(fetched, search, source)
  const shown = found.slice((page - 1) * PAGE, page * PAGE)
  const { people, chosen, choose, address, of } = useChoice(fetched)
  const isTooMany = people.length > MAX_INVITEES

  return (
    <>
      <Group mb="md" align="flex-end">
        <TextInput
          type="search"
          label={t('search')}
          className="contact-search"
          value={search}
          onChange={event => {
            setSearch(event.currentTarget.value)
            setPage(1)
          }}
        />
        <Sources
          fetched={fetched}
          value={source}
          onChange={value => {
            setSource(value)
            setPage(1)
          }}
        />
      </Group>
      <All {...{ found, chosen, choose }} />
      {found.length === 0 ? (
        <Text role="status">{t('noneFound')}</Text>
      ) : (
        <Rows {...{ shown, chosen, choose, address, of }} />
      )}
      {found.length > PAGE && (
        <Pagination
          mt="md"
          total={Math.ceil(found.length / PAGE)}
          value={page}
          onChange={setPage}
          getControlProps={control => ({ 'aria-label': t(`page.${control}`) })}
          getItemProps={number => ({ 'aria-label': t('page.number', { number }) })}
        />
      )}
      <Group className="contact-bar">
        {isTooMany && (
          <Text role="alert" size="sm" c="var(--bad)">
            {t('tooMany', { count: MAX_INVITEES })}
          </Text>
        )}
        <Button
          disabled={people.length === 0 || isTooMany}
          leftSection={<IconUserPlus size={16} aria-hidden />}
          onClick={() => onChosen(people)}
        >
          {people.length > 0 ? t('add', { count: people.length }) : t('addNone')}
        </Button>
      </Group>
    </>
  )
}

interface SourcesProps {
  fetched: FetchedContacts
  value: ContactSource | null
  onChange: (source: ContactSource | null) => void
}

function Sources({ fetched, value, onChange }: SourcesProps) {
  const { t } = useTranslation('contacts')
  const read = fetched.sources.filter(({ state }) => state === 'read')
  return (
    <Select
      label={t('source.label')}
      placeholder={t('source.all')}
      clearable
      clearButtonProps={{ 'aria-label': t('source.all') }}
      data={read.map(({ source, contacts }) => ({ value: source, label: t(`source.${source}`, { count: contacts }) }))}
      value={value}
      onChange={chosen => onChange(chosen as ContactSource | null)}
    />
  )
}

interface RowsProps {
  shown: readonly Contact[]
  chosen: ReadonlyMap<number, string>
  choose: (contacts: readonly Contact[], isOn: boolean) => void
  address: (contact: Contact, email: string) => void
  of: (contact: Contact) => string
}

function Rows({ shown, chosen, choose, address, of }: RowsProps) {
  const { t } = useTranslation('contacts')
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table aria-label={t('title')} className="contact-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <span className="unseen">{t('column.choose')}</span>
            </Table.Th>
            <Table.Th>{t('column.name')}</Table.Th>
            <Table.Th>{t('column.company')}</Table.Th>
            <Table.Th>{t('column.email')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(contact => {
            const free = contact.emails.filter(({ held }) => !held)
            const [first] = contact.emails
            const name = displayName(contact, first?.email ?? '')
            return (
              <Table.Tr key={contact.id}>
                <Table.Td>
                  <Checkbox
                    aria-label={t('choose', { name })}
                    disabled={free.length === 0}
                    checked={chosen.has(contact.id)}
                    onChange={({ currentTarget }) => choose([contact], currentTarget.checked)}
                  />
                </Table.Td>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{contact.company}</Table.Td>
                <Table.Td>
                  {free.length > 1 ? (
                    <Select
                      size="xs"
                      aria-label={t('addressOf', { name })}
                      allowDeselect={false}
                      data={free.map(({ email }) => email)}
                      value={of(contact)}
                      onChange={email => email && address(contact, email)}
                    />
                  ) : free[0] ? (
                    free[0].email
                  ) : (
                    <>
                      {first?.email}
                      <Text size="xs" c="dimmed">
                        {t('held')}
                      </Text>
                    </>
                  )}
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
