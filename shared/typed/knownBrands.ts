/**
 * Part makers recognized in typed lines. Only unambiguous names: "Champion", "Shell" or "National"
 * may be a part's own words. Makers from a person's own kits are added to these.
 */
export const KNOWN_BRANDS: readonly string[] = [
  'ACDelco, Aisin, Ajusa, Akebono, AMSOIL, ATE, Autolite, Behr, BERU, BFGoodrich, Bilstein',
  'Borg Warner, BorgWarner, Bosal, Bosch, Brembo, Bridgestone, Castrol, Centric, Continental',
  'Contitech, Corteco, Cummins, Dayco, Delphi, Denso, Dorman, Dunlop, Eibach, Elring, Exedy',
  'FAG, Febest, Febi, Febi Bilstein, Fel-Pro, Filtron, Fleetguard, FRAM, Garrett, Gates, GKN',
  'Goetze, Goodyear, H&R, Hankook, Hella, Hengst, HEPU, Hitachi, Holley, INA, K&N, Knecht',
  'Kolbenschmidt, KONI, KYB, Lemforder, Lemförder, Liqui Moly, Loctite, LuK, Magneti Marelli',
  'Mahle, Mann, Mann-Filter, Mevotech, Meyle, Michelin, Mishimoto, Mobil 1, Monroe, Moog',
  'Mopar, Motorcraft, Motul, NGK, Nissens, NRF, Osram, Pagid, Pennzoil, Permatex, Philips',
  'Pierburg, Pirelli, PowerStop, Purolator, Ravenol, Raybestos, Red Line, Rein, Remsa, SACHS',
  'SKF, StopTech, SWAG, Textar, Timken, Topran, TRW, URO Parts, VAICO, Valeo, Valvoline',
  'Varta, VDO, VEMO, Victor Reinz, Wahler, Walbro, WIX, Yokohama, Yuasa, ZF, Zimmermann',
].flatMap((names) => names.split(', '))
