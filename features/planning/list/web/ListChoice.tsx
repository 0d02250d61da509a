import { Anchor, MultiSelect, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { callers } from '#contract/declare.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { AT_ONCE, COUNTED, isLonger, MOST_LISTS } from '../rules.ts'

interface Props {
  /** The ids of the chosen lists. */
  value: readonly string[]
  onChange: (ids: string[]) => void
  /** Whom an invitation to them reaches: `useListReach`. */
  reach: ListReach
  /** Of `value`: those that somebody else has chosen and this person may not see. */
  others?: readonly string[]
  /** The invitations leave later. */
  isLater?: boolean
}

/** As many lists as one answer holds; more are found by typing on the lists' own screen. */
const OFFERED = 200

/** Contact lists to invite from, and how many people that is. Nothing while there is no list. */
export function ListChoice({ value, onChange, reach, others = [], isLater = false }: Props) {
  const { t } = useTranslation('lists')
  const me = usePerson()
  const lists = useQuery({
    ...callQuery('getListList', { limit: OFFERED }),
    // what others stop sharing is gone soon, also from a form that stays open
    refetchInterval: 30_000,
  })
  const items = lists.data?.items ?? []
  const unknown = lists.data ? value.filter(id => !items.some(list => list.id === id)) : []
  const looksAfter = me.roles.some(role => (callers.adminKinds as readonly string[]).includes(role))
  if (lists.isError) return <ErrorNotice failure={lists.error} retry={() => lists.refetch()} />
  if (items.length === 0 && value.length === 0 && !looksAfter) return null
  return (
    <Stack gap="xs">
      <MultiSelect
        label={t('choice.label')}
        description={
          <>
            {t(isLater ? 'choice.hintLater' : 'choice.hint')}{' '}
            {looksAfter && (
              <Anchor component={Link} to="/list-management" size="xs">
                {t('choice.manage')}
              </Anchor>
            )}
          </>
        }
        searchable
        clearable
        maxValues={MOST_LISTS}
        nothingFoundMessage={t('choice.none')}
        data={[
          ...items.map(list => ({
            value: list.id,
            label: isLonger(list)
              ? t('choice.optionMost', { name: list.list_name, count: COUNTED })
              : t('choice.option', { name: list.list_name, count: list.members }),
          })),
          // chosen before its owner stopped sharing it, or by somebody whose own it is
          ...unknown.map(id => ({ value: id, label: t(others.includes(id) ? 'choice.others' : 'choice.gone') })),
        ]}
        value={[...value]}
        onChange={onChange}
      />
      {value.some(id => !others.includes(id)) && <Reach query={reach} />}
    </Stack>
  )
}

interface Wanted {
  readonly lists: readonly string[]
  /** The pitch whose attendees are left out. */
  readonly uuid?: string
  /** Addresses that are invited beside the lists. */
  readonly emails: readonly string[]
}

/** Whom an invitation to lists would reach at this moment; nothing is asked without lists. */
export function useListReach({ lists, uuid, emails }: Wanted) {
  const of = { list_ids: [...lists], emails: emails.slice(0, AT_ONCE), ...(uuid && { uuid }) }
  return useQuery({
    ...callQuery('countListPeople', of, 'pitch'),
    enabled: lists.length > 0,
    placeholderData: keepPreviousData,
  })
}
type ListReach = ReturnType<typeof useListReach>

/** How many people that is, and who is left out. */
function Reach({ query: { data, isError, error, refetch } }: { query: ListReach }) {
  const { t } = useTranslation('lists')
  if (isError) return <ErrorNotice failure={error} retry={() => refetch()} />
  const left = data
    ? (['twice', 'known', 'suppressed', 'disabled'] as const).flatMap(why =>
        data[why] > 0 ? [t(`choice.left.${why}`, { count: data[why] })] : [],
      )
    : []
  return (
    <Text size="sm" role="status">
      {data ? t('choice.reach', { count: data.people }) : t('choice.counting')}
      {left.length > 0 && ` ${t('choice.leftOut', { left })}`}
    </Text>
  )
}
