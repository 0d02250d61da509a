import { cleanup, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, describe, expect, it } from 'vitest'
import { startAllTexts } from '#web/testing/texts.ts'
import { FailedPage } from './FailedPage.tsx'

const noFile = new TypeError('Failed to fetch dynamically imported module: /assets/Room.js')

afterEach(() => {
  cleanup()
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true })
})

describe('a page that broke', () => {
  it.each([
    ['en', 'Server error', 'Reload'],
    ['zh-Hans', '服务器错误', '刷新'],
    ['zh-Hant', '伺服器錯誤', '重新整理'],
  ] as const)('[ERR-044] says so where none of the console’s texts are (%s)', async (language, title, act) => {
    await startAllTexts(language)
    i18next.removeResourceBundle(language, 'shell')
    render(<FailedPage failure={new Error('broken')} />)
    expect(screen.getByRole('heading', { name: title })).toBeTruthy()
    expect(screen.getByRole('button', { name: act })).toBeTruthy()
  })

  it('takes a file that is gone for an update, unless the network is', async () => {
    await startAllTexts('en')
    const { unmount } = render(<FailedPage failure={noFile} />)
    expect(screen.getByText('A new version is available. Reload to update.')).toBeTruthy()
    unmount()
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
    render(<FailedPage failure={noFile} />)
    expect(screen.queryByText('A new version is available. Reload to update.')).toBeNull()
  })
})
