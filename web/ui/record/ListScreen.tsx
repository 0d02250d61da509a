import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { AnyCall } from '#contract/call.ts'
import { Page } from '../Page.tsx'
import { SideDrawer } from '../SideDrawer.tsx'
import { ListTable, type ListTableProps, type ListWords } from './ListTable.tsx'

interface Props<C extends AnyCall, F extends string> extends Omit<ListTableProps<C, F>, 'words' | 'emptyAct'> {
  words: Omit<ListWords, 'label'> & { readonly title: string; readonly hint?: ReactNode; readonly label?: string }
  /** Creates a record, in a drawer that a button above the list opens. */
  add?: { label: string; title?: string; form: (close: () => void) => ReactNode }
  /** Further acts on the whole list, such as an export. */
  tools?: ReactNode
  /** Further parts of the screen, such as the drawer of the open record. */
  children?: ReactNode
}

/** A screen with a list of records: searched, added, opened beside the list, and acted upon. */
export function ListScreen<C extends AnyCall, F extends string>({
  words,
  add,
  tools,
  children,
  ...table
}: Props<C, F>) {
  const [adding, { open, close }] = useDisclosure()
  const button = add && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {add.label}
    </Button>
  )
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
      <ListTable {...table} words={{ label: words.title, ...words }} emptyAct={button} />
      {add && (
        <SideDrawer opened={adding} onClose={close} title={add.title ?? add.label}>
          {add.form(close)}
        </SideDrawer>
      )}
      {children}
    </Page>
  )
}
