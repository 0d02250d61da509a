import { Suspense } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'

/** [NAV-005] What is around every page: a new page starts at its top, and Back returns to where one was. */
export function Root() {
  return (
    <>
      <ScrollRestoration />
      <Suspense>
        <Outlet />
      </Suspense>
    </>
  )
}
