import { Text, Title } from '@mantine/core'
import { createContext, type ReactNode, use } from 'react'
import './Page.css'
import './StickyBar.css'

interface Props {
  title: ReactNode
  /** One sentence under the title. */
  hint?: ReactNode
  /** The one primary act of the page, at the right of its title. */
  act?: ReactNode
  children: ReactNode
}

/** What the shell shows between the title of a page and the rest of it. */
export const BelowTitle = createContext<ReactNode>(null)

/** A screen inside the shell: its title, its one primary act, then its content. */
export function Page({ title, hint, act, children }: Props) {
  return (
    <>
      <div className="page-head">
        <div>
          <Title order={1} className="page-title">
            {title}
          </Title>
          {hint && <Text c="dimmed">{hint}</Text>}
        </div>
        {act && <div className="page-act">{act}</div>}
      </div>
      {use(BelowTitle)}
      {children}
    </>
  )
}

/** A form's single column of 640. */
export function FormColumn({ children }: { children: ReactNode }) {
  return <div className="form-column">{children}</div>
}

/** A part of a form: its title, a sentence, its fields. */
export function FormSection({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <section className="form-section">
      <Title order={2}>{title}</Title>
      {hint && <Text c="dimmed">{hint}</Text>}
      <div className="form-fields">{children}</div>
    </section>
  )
}

/** The bar at the bottom of a form, with the act at the right. It stays in sight while the page scrolls. */
export function StickyBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className="sticky-bar">
      <div className="sticky-bar-note">{note}</div>
      <div className="sticky-bar-acts">{children}</div>
    </div>
  )
}
