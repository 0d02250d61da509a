import { Skeleton, Stack } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../ErrorNotice.tsx'
import { SideDrawer } from '../SideDrawer.tsx'
import type { InAddress } from './useInAddress.ts'
import './Facts.css'

interface EntityProps<T> {
  query: UseQueryResult<T>
  children: (entity: T) => ReactNode
}

/** A record once it is loaded; until then a skeleton, or the failure with a retry. */
export function Entity<T>({ query, children }: EntityProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <ErrorNotice failure={query.error} retry={() => query.refetch()} />
  return (
    <Stack aria-busy>
      <Skeleton height={24} width="30%" />
      <Skeleton height={36} />
      <Skeleton height={200} />
    </Stack>
  )
}

interface DrawerProps<T> {
  /** Which record is open: `useInAddress('ticket')`. */
  open: Pick<InAddress, 'id' | 'close'>
  /** How the record is read: `id => callQuery('getTicket', { number: Number(id) })`. */
  read: (id: string) => { queryKey: readonly unknown[]; queryFn: () => Promise<T> }
  title: (entity: T | undefined) => ReactNode
  /** Pixels. */
  size?: number
  children: (entity: T) => ReactNode
}

/** A record beside the list that it was opened from. */
export function EntityDrawer<T>({ open, read, title, size, children }: DrawerProps<T>) {
  const isOpen = open.id !== undefined
  const query = useQuery({ ...read(open.id ?? ''), enabled: isOpen }) as UseQueryResult<T>
  return (
    <SideDrawer
      opened={isOpen}
      onClose={open.close}
      title={title(isOpen ? query.data : undefined)}
      {...(size && { size })}
    >
      {isOpen && <Entity query={query}>{children}</Entity>}
    </SideDrawer>
  )
}

export type Fact = readonly [name: string, value: ReactNode]

/** The facts of a record, each under its name; empty ones are left out. */
export function Facts({ facts }: { facts: readonly (Fact | false)[] }) {
  const known = facts.filter(fact => fact !== false && fact[1] !== false && fact[1] != null && fact[1] !== '') as Fact[]
  return (
    <dl className="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
