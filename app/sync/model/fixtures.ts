/**
 * Each failed once. 7166: a comment that came with its deletion lived, for its author was noted after.
 * 2600, 8044, 16459: of two values typed into one cell of a kit, as the account and as the device, the
 * earlier was gone without a word when the account took the kit over. 8201, 2017185: a followed kit was
 * gone for ever that one answer had dropped, with no room for its rows, after another had brought them. 2036307,
 * 2038323, 2040883: a deletion by a clock that ran ahead arrived once more, late, over what the same
 * device had typed into the row since. 2024635: an answer of another history, that came twice, split a
 * kit off. 2005332: so did one about a kit of the device's that its account had claimed before it was told.
 * 2010953, 9000020: what the checker took for a fault, an alias, and a value typed over unseen.
 * 20005043, 20021524: a kit that a restored server knew as another's became a copy without what was ticked in it.
 * 20010930: what was typed is in such a copy, and the kit was given back to its account later.
 * 20011869: an expired draft came back with an earlier stamp of its build id than its device kept.
 * 20036521: an alarm about a deletion by a window from before a login, which had shown what it deletes.
 * 20062193: what an account had taken waited for ever where another had claimed the kit's bare id.
 * 20026391: a build id that a server drew again after it had gone back, with the stamp it had given before.
 * 20013306: a copy that was discarded, and began again, did not say of which kit it is one.
 * 21000440: an alarm about a value that was given again, and stands in an account's copy of its line too.
 * 30010364: a clock that was far ahead gave a stamp again that it had given, in the same cell, to a value that was
 * refused for it.
 * 30019513: an audit counted a kit as lost that waited to be given to the server again.
 * 30042805: an alarm about a value of a copied profile that one account had given again and another sent.
 * 30047872: what a window from before typed into a kit that an account had taken went into the next account that
 * signed in, and took the whole kit along. 30065587: what was typed into a kit that turned out to be another's was
 * not in the copy where the other had typed into the same cell later.
 * 32006309: what was typed into a kit that had gone to an account and was collected there waited for ever.
 * 32010968: of two refused values the later was dropped where a clock had been put right in between.
 * 33014258: what was typed last into a kit that an account takes over lost, where a clock that ran ahead had been
 * put right in between.
 * 33020423: an alarm about a line that was collected and begun anew between two looks.
 * 34002828: an answer from before a comment was there took the name of who wrote it away again.
 * 34015074: a draft that was collected before it went into an account waited there for the next audit.
 * 35014755: an alarm about a deletion that its own writer had typed over.
 * 35029960: a stamp that had been refused was given again, once the clock had come to where it had been ahead.
 * 35027134, 35037940: alarms about a value put back that waits in a copy of its line, too.
 * 35041432: an alarm about a copy that had been begun in a history that ended, of what was an account's in it.
 * 910101335: a late copy of a request that a server had refused before it went back was taken there.
 * 700012267: a row that was collected elsewhere came back without what was in it, as its reading anew ended first.
 * 9303350077: an answer that was long on its way set the clock back, which gave a stamp to a second value.
 * 9306420483: a clock taken for ahead by a slow answer went back with the next, below a stamp that was given.
 * 9302990219: an alarm about a deleted entry that a late copy brought back at a server that had gone back.
 * 9310000696: an alarm about the place of a line, given up to such a copy.
 * 9302620359: of a line refused whole, as its kit was not there, a late copy stored what was not ahead.
 * 9302707167: an alarm about a draft thrown away in an account, which the server had from the device after that.
 * 720004804: an alarm about one that came before the device had told such a server of its refusals.
 * 30053612, 30061051, 30066659: alarms about a value typed over by one that went on into a copy since.
 */
export const FIXTURES = [
  2600, 7166, 8044, 8201, 16459, 2005332, 2010953, 2017185, 2024635, 2036307, 2038323, 2040883,
  9000020, 20005043, 20010930, 20011869, 20021524, 20036521, 20062193, 20026391, 20013306, 21000440,
  30010364, 30019513, 30042805, 30047872, 30053612, 30061051, 30065587, 30066659, 32006309,
  32010968, 33014258, 33020423, 34002828, 34015074, 35014755, 35027134, 35029960, 35037940,
  35041432, 700012267, 720004804, 910101335, 9302620359, 9302707167, 9302990219, 9303350077,
  9306420483, 9310000696,
]
