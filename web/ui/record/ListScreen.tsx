import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyCall } from '#contract/call.ts'
import { type Column, DataList } from '../DataList.tsx'
import { Page } from '../Page.tsx'
import { SideDrawer } from '../SideDrawer.tsx'
import { useCrosses } from './crosses.ts'
import type { CallList, RowOf, SortOf } from './useCallList.tsx'

/** A list's words, as its language file has them: `t('partners', { returnObjects: true })`. */
interface Words {
  readonly title: string
  readonly hint?: string
  /** What the list holds, for screen readers; its title, where nothing else is said. */
  readonly label?: string
  readonly search?: string
  readonly empty: string
  readonly emptyHint: string
}

type ListColumn<Row, S extends string> = Omit<Column<Row, S>, 'key' | 'cell'> & {
  /** Shown to those who see the records of several organisations. */
  readonly crossing?: boolean
} & (
    | { readonly key: string; readonly cell: Column<Row, S>['cell'] }
    // a text of the row itself
    | { readonly key: keyof Row & string; readonly cell?: undefined }
  )

interface Props<C extends AnyCall, F extends string> {
  list: CallList<C, F>
  words: Words
  columns: readonly ListColumn<RowOf<C>, SortOf<C>>[]
  rowKey?: (row: RowOf<C>) => string | number
  filters?: ReactNode
  /** Creates a record, in a drawer that a button above the list opens. */
  add?: { label: string; form: (close: () => void) => ReactNode }
  /** What else can be done with the whole list, such as an export. */
  tools?: ReactNode
  /** What can be done with one row: an `ActMenu`. */
  acts?: (row: RowOf<C>) => ReactNode
  /** The id of the record that is open beside the list. */
  selected?: string | undefined
  bar?: ReactNode
  /** What else belongs to the screen, such as the drawer of what is open. */
  children?: ReactNode
}

/** A screen that is a list of records: found, added, opened beside the list, and acted upon. */
export function ListScreen<C extends AnyCall, F extends string>(props: Props<C, F>) {
  const { t } = useTranslation()
  const { list, words, columns, rowKey = idOf, filters, add, tools, acts, selected, bar, children } = props
  const [adding, { open, close }] = useDisclosure()
  const crosses = useCrosses()
  const button = add && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {add.label}
    </Button>
  )
  const shown: Column<RowOf<C>, SortOf<C>>[] = columns
    .filter(column => crosses || !column.crossing)
    .map(({ cell, ...column }) => ({ ...column, cell: cell ?? (row => row[column.key as keyof typeof row] as string) }))
  if (acts)
    shown.push({
      key: 'acts',
      title: t('list.acts'),
      titleUnseen: true,
      width: '3rem',
      cell: acts,
    })
  return (
    <Page
      title={words.title}
      hint={words.hint}
      act={
        (tools || button) && (
          <>
            {tools}
            {button}
          </>
        )
      }
    >
      <DataList
        label={words.label ?? words.title}
        state={list.state}
        query={list.query}
        rowKey={rowKey}
        selected={selected}
        {...(list.searched && words.search && { search: { filter: list.searched, label: words.search } })}
        filters={filters}
        empty={{ title: words.empty, hint: words.emptyHint, act: button }}
        bar={bar}
        columns={shown}
      />
      {add && (
        <SideDrawer opened={adding} onClose={close} title={add.label}>
          {add.form(close)}
        </SideDrawer>
      )}
      {children}
    </Page>
  )
}

const idOf = (row: unknown): string | number => (row as { id: string | number }).id
