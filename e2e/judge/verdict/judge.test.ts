import { expect, test } from 'vitest'

import type { Entry } from '../journal.ts'

import { HandWritten, KIT, line } from './writtenByHand.ts'
import { judge } from './judge.ts'

const words = (entries: readonly Entry[]) => judge(entries).findings.map(({ word }) => word)

const bolt = line('L1', { name: 'Bolt 1' })
const begin = () => new HandWritten().typed('desk', 'L1', 'name', '', 'Bolt 1')
const both = (lines: readonly ReturnType<typeof line>[]) => ({ desk: lines, laptop: lines })

test('a run in which all is where it was typed is innocent', () => {
  expect(words(begin().ends(both([bolt])))).toEqual([])
})

test('a journal that breaks off acquits nobody', () => {
  expect(words(begin().entries)).toEqual(['stuck'])
})

test('a value that stands on no screen and is offered nowhere is lost', () => {
  const run = begin().typed('desk', 'L1', 'price', '', '12.99')
  expect(words(run.ends(both([bolt])))).toContain('lost')
})

test('a line that nobody deleted and that one device does not show is lost, and divergent', () => {
  const found = words(begin().ends({ desk: [bolt], laptop: [] }))
  expect(found).toEqual(['lost', 'divergent'])
})

test('a value of before instead of the newer one was silently replaced', () => {
  const run = begin().typed('desk', 'L1', 'qty', '1', '20').wait(5)
  run.typed('desk', 'L1', 'qty', '20', '30')
  expect(words(run.ends(both([line('L1', { name: 'Bolt 1', qty: '20' })])))).toContain('replaced')
})

test('a value that lost unseen against another one has to be offered', () => {
  const unseen = () =>
    begin().typed('desk', 'L1', 'qty', '1', '20').wait(5).typed('laptop', 'L1', 'qty', '1', '30')
  const end = both([line('L1', { name: 'Bolt 1', qty: '30' })])
  expect(words(unseen().ends(end))).toEqual(['replaced'])
  const offer = {
    title: 'Quantity of Bolt 1: changed elsewhere',
    text: 'You set 20; 30 from your other device replaced it',
    values: ['Use 20'],
  }
  expect(words(unseen().ends(end, [offer]))).toEqual([])
})

test('a value that somebody typed over who saw it is missed by nobody', () => {
  const run = begin().typed('desk', 'L1', 'qty', '1', '20').wait(5)
  run.typed('laptop', 'L1', 'qty', '20', '30')
  expect(words(run.ends(both([line('L1', { name: 'Bolt 1', qty: '30' })])))).toEqual([])
})

test('a value that nobody typed was invented', () => {
  expect(words(begin().ends(both([line('L1', { name: 'Nobody’s' })])))).toContain('invented')
})

test('what was typed within a second of a kill has no promise yet', () => {
  const killed = begin().typed('desk', 'L1', 'qty', '1', '20').deed('desk', { did: 'killed' })
  expect(words(killed.ends(both([bolt])))).toEqual([])
  const later = begin().typed('desk', 'L1', 'qty', '1', '20').wait(2)
  expect(words(later.deed('desk', { did: 'killed' }).ends(both([bolt])))).toContain('lost')
})

test('what was typed within a second of a kill, and seen after it, was typed over all the same', () => {
  const typedOver = () => {
    const run = begin().wait(5).typed('desk', 'L1', 'name', 'Bolt 1', 'Bolt 234')
    return run.deed('desk', { did: 'killed' }).wait(5)
  }
  const shows = (name: string) => both([line('L1', { name })])
  expect(words(typedOver().ends(shows('Bolt 234')))).toEqual([])
  const seen = (before: string) => typedOver().typed('desk', 'L1', 'name', before, 'Bolt 5')
  expect(words(seen('Bolt 234').ends(shows('Bolt 5')))).toEqual([])
  expect(words(seen('Bolt 23').ends(shows('Bolt 5')))).toEqual([])
  expect(words(seen('Bolt 1').ends(shows('Bolt 5')))).toEqual([])
  expect(words(seen('').ends(shows('Bolt 5')))).toContain('replaced')
})

test('a kill during typing may leave the half of it', () => {
  const place = { kit: KIT, line: 'L1', field: 'name', value: 'Bolt 12345' } as const
  const run = begin()
    .wait(5)
    .deed('desk', { did: 'began', ...place })
  run.deed('desk', { did: 'killed' })
  expect(words(run.ends(both([line('L1', { name: 'Bolt 12' })])))).not.toContain('invented')
})

test('the same value on two lines was doubled', () => {
  expect(words(begin().ends(both([bolt, line('L2', { name: 'Bolt 1' })])))).toContain('doubled')
})

test('fields that are empty again after Undo hold nothing twice', () => {
  const run = begin().typed('desk', 'L1', 'partNumber', '', 'PN-1').wait(5)
  const shown = (partNumber: string) => {
    const lines = [line('L1', { name: 'Bolt 1', partNumber }), line('L2', { name: '' })]
    return { kit: KIT, kitName: '', notes: '', lines }
  }
  run.deed('desk', { did: 'undid', before: shown('PN-1'), after: shown('') })
  expect(words(run.ends(both(shown('').lines)))).not.toContain('doubled')
})

test('a deleted line that is back was revived, but not when somebody typed into it afterwards', () => {
  expect(
    words(
      begin()
        .wait(5)
        .deleted('desk', 'L1')
        .ends(both([bolt])),
    ),
  ).toContain('revived')
  const typed = begin().wait(5).deleted('desk', 'L1').wait(5)
  typed.typed('laptop', 'L1', 'qty', '1', '20')
  expect(words(typed.ends(both([line('L1', { name: 'Bolt 1', qty: '20' })])))).toEqual([])
})

test('a mark or a move brings no deleted line back', () => {
  const marked = begin().wait(5).deleted('desk', 'L1').wait(5)
  marked.deed('laptop', { did: 'ticked', kit: KIT, line: 'L1', before: 'need', value: 'have' })
  const end = both([line('L1', { name: 'Bolt 1', status: 'have' })])
  expect(words(marked.ends(end))).toContain('revived')
})

test('a line that was typed into after it was deleted elsewhere lives', () => {
  const run = begin().wait(5).deleted('desk', 'L1').wait(5)
  run.typed('laptop', 'L1', 'qty', '1', '20')
  expect(words(run.ends(both([])))).toContain('lost')
})

test('a line that Undo brings back has what others typed into it meanwhile', () => {
  const shown = (qty: string, isThere: boolean) => {
    const lines = isThere ? [line('L1', { name: 'Bolt 1', qty })] : []
    return { kit: KIT, kitName: '', notes: '', lines }
  }
  const isBack = (typedBefore: string, endsWith: string) => {
    const run = begin().typed('desk', 'L1', 'qty', '1', '20').wait(5)
    if (typedBefore !== '') run.typed('laptop', 'L1', 'qty', typedBefore, '30').wait(5)
    run.deleted('desk', 'L1')
    run.deed('desk', { did: 'undid', before: shown('20', false), after: shown('20', true) })
    return words(run.ends(both(shown(endsWith, true).lines)))
  }
  expect(isBack('20', '30')).toEqual([])
  expect(isBack('20', '20')).toContain('replaced')
  expect(isBack('1', '30')).toContain('replaced')
  expect(isBack('', '20')).toEqual([])
  expect(isBack('', '1')).toContain('lost')
})

test('screens that differ in their order are divergent', () => {
  const run = begin().typed('desk', 'L2', 'name', '', 'Bolt 2')
  const second = line('L2', { name: 'Bolt 2' })
  expect(words(run.ends({ desk: [bolt, second], laptop: [second, bolt] }))).toEqual(['divergent'])
})

test('a line that only one person moved stays where it was put', () => {
  const run = begin().typed('desk', 'L2', 'name', '', 'Bolt 2').wait(5)
  run.deed('desk', { did: 'moved', kit: KIT, line: 'L2', order: ['L2', 'L1'] })
  const second = line('L2', { name: 'Bolt 2' })
  expect(words(run.ends(both([bolt, second])))).toEqual(['order', 'order'])
})

test('"Synced" before the server has acknowledged what was typed is false', () => {
  const early = begin()
    .wait(5)
    .says('desk', 'Sync: synced')
    .wait(1)
    .stored('desk', 'L1', 'name', 'Bolt 1')
  expect(words(early.ends(both([bolt])))).toEqual(['false Synced'])
  const late = begin().wait(5).stored('desk', 'L1', 'name', 'Bolt 1').says('desk', 'Sync: synced')
  expect(words(late.ends(both([bolt])))).toEqual([])
})

test('a price that was taken back is at the server as none', () => {
  const run = begin().stored('desk', 'L1', 'name', 'Bolt 1').typed('desk', 'L1', 'price', '', '12')
  run.stored('desk', 'L1', 'price', 1_200).typed('desk', 'L1', 'price', '12', '')
  const isSaid = (value: unknown) =>
    run.wait(3).stored('desk', 'L1', 'price', value).says('desk', 'Sync: synced')
  expect(words(isSaid(null).ends(both([bolt])))).toEqual([])
})

test('what was refused is on its way, unless a press has deleted its line', () => {
  const isSaid = (said: 'refused' | 'unknown', isDeleted: boolean) => {
    const run = begin().wait(2)
    if (isDeleted) run.deleted('desk', 'L1')
    run.answered('desk', 'L1', 'name', 'Bolt 1', said).says('desk', 'Sync: synced')
    return words(run.ends(both(isDeleted ? [] : [bolt])))
  }
  expect(isSaid('refused', true)).toEqual([])
  expect(isSaid('unknown', true)).toEqual(['false Synced'])
  expect(isSaid('refused', false)).toEqual(['false Synced'])
})

test('what another device typed is not this one’s, though it comes while Undo is pressed', () => {
  const shown = (name: string) => ({
    kit: KIT,
    kitName: '',
    notes: '',
    lines: name === '' ? [] : [line('L1', { name })],
  })
  const isSaid = (hasPulled: boolean, deed?: (run: HandWritten) => void) => {
    const run = begin().stored('desk', 'L1', 'name', 'Bolt 1').wait(60)
    deed?.(run)
    if (hasPulled) run.pulled('laptop', 'L1', 'name', 'Bolt 1')
    run.deed('laptop', { did: 'undid', before: shown(''), after: shown('Bolt 1') })
    return words(
      run
        .wait(5)
        .says('laptop', 'Sync: synced')
        .ends(both([bolt])),
    )
  }
  expect(isSaid(true)).toEqual([])
  expect(isSaid(false)).toEqual(['false Synced'])
  expect(isSaid(true, (run) => run.deleted('laptop', 'L1'))).toEqual(['false Synced'])
  const typedOver = (run: HandWritten) => run.typed('laptop', 'L1', 'name', 'Bolt 1', 'Bolt 2')
  expect(isSaid(true, typedOver)).toContain('false Synced')
})

test('half of what another device typed, which comes while Undo is pressed, is nobody’s', () => {
  const shown = (name: string) => ({
    kit: KIT,
    kitName: '',
    notes: '',
    lines: [line('L1', { name })],
  })
  const isSaid = (hasPulled: boolean) => {
    const run = begin().wait(60)
    if (hasPulled) run.pulled('laptop', 'L1', 'name', 'Bo')
    run.deed('laptop', { did: 'undid', before: shown(''), after: shown('Bo') })
    return words(run.wait(5).ends(both([bolt])))
  }
  expect(isSaid(true)).toEqual([])
  expect(isSaid(false)).toContain('replaced')
})

test('an offer of the value that stands there wants no attention', () => {
  const run = begin().typed('desk', 'L1', 'qty', '1', '20')
  const offer = {
    title: 'Quantity of Bolt 1: changed elsewhere',
    text: 'You set 20; 20 from your other device replaced it',
    values: ['Use 20'],
  }
  const end = both([line('L1', { name: 'Bolt 1', qty: '20' })])
  expect(words(run.ends(end, [offer]))).toContain('needless attention')
})

test('a mark that is sent to a stranger has leaked', () => {
  const run = begin()
  const pulled = [{ kind: 'line', row: 'L1', cell: 'status', value: 'have' }]
  const call = { principal: 'd:2', status: 200, pushed: [], fault: 'none', device: 'stranger' }
  expect(words(run.write({ is: 'call', pulled, ...call }).ends(both([bolt])))).toEqual(['leaked'])
})

test('a link shows what was saved, or may have been, and else what stands there', () => {
  const old = { kit: KIT, kitName: '', notes: '', lines: [bolt] }
  const linked = (isSeen: boolean | null, name: string) => {
    const run = begin()
    if (isSeen !== null) run.deed('desk', { did: 'saved', kit: KIT, shown: old, isSeen })
    run.typed('desk', 'L1', 'name', 'Bolt 1', 'Bolt 2')
    run.write({ is: 'finalLink', device: 'stranger', kit: KIT, lines: [[name]], text: '' })
    return words(run.ends(both([line('L1', { name: 'Bolt 2' })])))
  }
  expect(linked(true, 'Bolt 1')).toEqual([])
  expect(linked(true, 'Bolt 2')).toEqual(['link'])
  expect(linked(false, 'Bolt 1')).toEqual([])
  expect(linked(false, 'Bolt 2')).toEqual([])
  expect(linked(false, 'Bolt 3')).toEqual(['link'])
  expect(linked(null, 'Bolt 1')).toEqual(['link'])
})

test('a kit may be saved while the other tab types into it', () => {
  const linked = (name: string) => {
    const run = begin().wait(60)
    const place = { kit: KIT, line: 'L1', field: 'name', value: 'Bolt 234' } as const
    run.deed('desk', { did: 'began', ...place })
    const shown = { kit: KIT, kitName: '', notes: '', lines: [bolt] }
    run.deed('desk', { did: 'saved', kit: KIT, shown, isSeen: true })
    run.typed('desk', 'L1', 'name', 'Bolt 1', 'Bolt 234')
    run.write({ is: 'finalLink', device: 'stranger', kit: KIT, lines: [[name]], text: '' })
    return words(run.ends(both([line('L1', { name: 'Bolt 234' })])))
  }
  expect(linked('Bolt 2')).toEqual([])
  expect(linked('Bolt 3')).toEqual(['link'])
})

test('screens that take longer than ten seconds of quiet to be alike are slow', () => {
  const run = begin()
  run.write({ is: 'quiet' }).wait(12)
  const alike = { kit: KIT, how: 'as they stood', devices: ['desk', 'laptop'] } as const
  expect(words(run.write({ is: 'alike', ...alike }).ends(both([bolt])))).toEqual(['slow'])
})
