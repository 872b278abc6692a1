// @vitest-environment jsdom
import { act } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { keepSoundSwitch, useSoundSwitch } from '#features/kitchen/sound-switch.ts'
import { show } from '../support/screen.tsx'

function Says() {
  return <p>{useSoundSwitch() ? 'It sounds' : 'It is silent'}</p>
}
const text = () => document.body.textContent

it('sounds again where another tab has switched the sound on', async () => {
  await show(<Says />)
  await act(async () => keepSoundSwitch(false))
  expect(text()).toBe('It is silent')
  localStorage.clear()
  await act(async () => void dispatchEvent(new StorageEvent('storage')))
  expect(text()).toBe('It sounds')
})

it('stays silent as long as the page where the browser keeps nothing', async () => {
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  onTestFinished(() => refuse.mockRestore())
  await show(<Says />)
  await act(async () => keepSoundSwitch(false))
  expect(text()).toBe('It is silent')
  await act(async () => keepSoundSwitch(true))
  expect(text()).toBe('It sounds')
})
