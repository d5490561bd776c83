/**
 * Seeds that failed once.
 * 7166: a comment that came with its deletion lived, because its author was noted later.
 * 2600, 8044, 16459: a claim dropped the earlier value of a cell typed as both principals.
 * 8201, 2017185: a followed kit vanished when a reset without rows was applied after its rows.
 * 2036307, 2038323, 2040883: a late copy of a fast clock's deletion beat later edits of its device.
 * 2024635: an answer of another history, delivered twice, forked a kit.
 * 2005332: an answer about a device's kit that its account had already claimed forked it too.
 * 2010953, 9000020: false alarms: an alias, and a value overwritten unseen.
 * 20005043, 20021524: a kit a restored server called another's was copied without private cells.
 * 20010930: a kit copied like that went back to its account, while the edits were in the copy.
 * 20011869: an expired draft came back with an earlier stamp of its build id than its device had.
 * 20036521: false alarm: a deletion by a window from before a login, which had shown the row.
 * 20062193: a claimed kit's rows waited forever after another account claimed its bare id.
 * 20026391: a rolled-back server drew another build id under a stamp it had used.
 * 20013306: a discarded copy that started over lost its lineage.
 * 21000440: false alarm: a value typed again also stood in an account's copy of its line.
 * 30010364: a far too fast clock reissued a stamp of a refused value in the same cell.
 * 30019513: an audit reported a kit lost that was queued for a resend.
 * 30042805: false alarm: a copied profile's value, typed again by one account and sent by another.
 * 30047872: an older window's edits of a claimed kit took the whole kit into the next account.
 * 30065587: a fork of another's kit lost edits of cells that the other had typed later.
 * 32006309: edits of a claimed and then collected kit waited forever.
 * 32010968: of two refused values, the later was dropped after a clock correction in between.
 * 33014258: the last edit before a claim lost after a fast clock was corrected in between.
 * 33020423: false alarm: a line collected and re-created between two checks.
 * 34002828: an answer from before a comment existed removed its author's name.
 * 34015074: a draft collected before its claim waited for the next audit.
 * 35014755: false alarm: a deletion its own writer had typed over.
 * 35029960: a refused stamp was reissued once the clock had caught up with it.
 * 35027134, 35037940: false alarms: an undone value also waits in a copy of its line.
 * 35041432: false alarm: an account's rows in a copy started in a history that ended.
 * 910101335: a server took a late copy of a request it had refused before its rollback.
 * 700012267: a row collected elsewhere came back empty, because its re-read ended first.
 * 9303350077: a slow answer set the clock back, which stamped a second value the same.
 * 9306420483: a slow answer made a clock look fast; the next one set it below an issued stamp.
 * 9310130297: false alarm: a deleted line a rolled-back server had lost came into no copy.
 * 9302990219: false alarm: a late copy restored a deleted log entry at a rolled-back server.
 * 9310000696: false alarm: a line's position was given up to such a copy.
 * 9302620359: a late copy of a line refused whole, for want of its kit, was stored in part.
 * 9302707167: false alarm: a draft discarded in an account came to the server from the device.
 * 720004804: false alarm: a late copy came before the device told such a server of refusals.
 * 30053612, 30061051, 30066659: false alarms: a value overwritten by one that moved into a copy.
 */
export const FIXTURES = [
  2600, 7166, 8044, 8201, 16459, 2005332, 2010953, 2017185, 2024635, 2036307, 2038323, 2040883,
  9000020, 20005043, 20010930, 20011869, 20021524, 20036521, 20062193, 20026391, 20013306, 21000440,
  30010364, 30019513, 30042805, 30047872, 30053612, 30061051, 30065587, 30066659, 32006309,
  32010968, 33014258, 33020423, 34002828, 34015074, 35014755, 35027134, 35029960, 35037940,
  35041432, 700012267, 720004804, 910101335, 9302620359, 9302707167, 9302990219, 9303350077,
  9306420483, 9310000696, 9310130297,
]
