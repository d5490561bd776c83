// Tables and logs of other programs as they really are, and how each has to be read. Sections,
// headings and spellings are those of public formats, the values are made up.

import { readFileSync } from 'node:fs'

export interface PartsCase {
  says: string
  text: string
  /** Name, part number, pieces and price of each line, as its fields show them. */
  lines: readonly (readonly [name: string, number: string, pieces: string, price: string])[]
  /** Texts of the message about what was read. */
  said?: readonly string[]
}

export const PARTS_CASES: readonly PartsCase[] = [
  {
    says: 'a parts list of KiCad, with rows about the file above its headings',
    text: `"Source:","C:/work/bench/harness.sch"
"Date:","2026-03-02 20:14"
"Tool:","Eeschema (7.0.9)"
"Generator:","bom_csv_grouped_by_value.py"
"Component Count:","9"
"Ref","Qnty","Value","Part Number","Manufacturer","Unit Price"
"F1, F2","2","Fuse 30A","0297030.L","Littelfuse","1.20"
"K1","1","Relay 40A","V23134-J52-X279","TE","7.95"`,
    lines: [
      ['Fuse 30A', '0297030.L', '2', '1.20'],
      ['Relay 40A', 'V23134-J52-X279', '1', '7.95'],
    ],
    said: ['Source:'],
  },
  {
    says: 'a table with a row whose name has commas and inches',
    text: `Category,Part,Qty,Note
Cables,Nylon Cable Ties, Small (.07-.10", 1.8-2.7mm wide),42,
Hose,Heater hose 5/8" ID,3,by the foot
Clamp,Worm clamp 3/4",6,`,
    lines: [
      ['Heater hose 5/8" ID', '', '3', ''],
      ['Worm clamp 3/4"', '', '6', ''],
    ],
    said: ['Nylon Cable Ties'],
  },
  {
    says: 'a board’s list with designators, and a part that is not fitted',
    text: `"Reference","Qty","Value","DNP","Exclude from BOM","MPN","Price"
"F1,F2","2","Fuse 30A","","","0297030.L","1.20"
"K9","1","Relay spare","DNP","Excluded from BOM","V23134-J52","7.95"`,
    lines: [['Fuse 30A', '0297030.L', '2', '1.20']],
    said: ['Relay spare'],
  },
  {
    says: 'quantities with units, which stay as they are where they count no pieces',
    text: `Part,Part Number,Qty,Price
Engine oil 0W-30,83212365950,6.5 L,9.80
Spark plugs,12120037244,1 set (6),72.00
Front rotor,34116855000,2 ea.,89.99
Washers,07119963201,10 Stk,0.60
Bolts,07119904512,"1,000",0.10`,
    lines: [
      ['Engine oil 0W-30', '83212365950', '6.5 L', '9.80'],
      ['Spark plugs', '12120037244', '1 set (6)', '72.00'],
      ['Front rotor', '34116855000', '2', '89.99'],
      ['Washers', '07119963201', '10', '0.60'],
      ['Bolts', '07119904512', '1000', '0.10'],
    ],
    said: ['2 lines to look at'],
  },
  {
    says: 'a retailer’s order with deposits, shipping and a total',
    text: `Manufacturer\tPart Number\tPart Type\tPrice\tCore\tQuantity\tTotal
AKEBONO\tACT1354\tBrake Pad\t$48.79\t$0.00\t1\t$48.79
CARDONE\t18B5043\tCaliper\t$71.79\t$60.00\t2\t$263.58
Shipping\t\t\t\t\t\t$14.99
Order Total\t\t\t\t\t\t$327.36`,
    lines: [
      ['Brake Pad', 'ACT1354', '1', '48.79'],
      ['Caliper', '18B5043', '2', '71.79'],
    ],
    said: ['Core', 'Shipping', 'Order Total'],
  },
  {
    says: 'what was ordered beside what was shipped',
    text: `Item,SKU,Qty Ordered,Qty Shipped,List Price,Your Price,Ext
Rotor,34116855000,2,1,120.00,89.99,179.98
Pads,34116850568,1,0,80.00,64.50,64.50`,
    lines: [
      ['Rotor', '34116855000', '2', '89.99'],
      ['Pads', '34116850568', '1', '64.50'],
    ],
  },
  {
    says: 'a price with and one without tax',
    text: `Item,Price excl. VAT,Price incl. VAT,Qty
Rotor,61.50,74.42,2
Pads,38.90,47.07,1`,
    lines: [
      ['Rotor', '', '2', '74.42'],
      ['Pads', '', '1', '47.07'],
    ],
    said: ['Price excl. VAT'],
  },
  {
    says: 'part numbers that a spreadsheet took for numbers and days',
    text: `Part,Part Number,Qty,Price
Air filter,4.03E+12,1,12.50
Bolt,12-Mar,4,0.50`,
    lines: [
      ['Air filter', '4.03E+12', '1', '12.50'],
      ['Bolt', '12-Mar', '4', '0.50'],
    ],
    said: ['A spreadsheet may have changed these part numbers'],
  },
  {
    says: 'columns by blanks',
    text: `Part                Part Number    Qty   Price
Front rotor         34116855000      2   89.99
Front pads          34116850568      1   64.50
Brake fluid DOT 4   83132405977      2   12.75`,
    lines: [
      ['Front rotor', '34116855000', '2', '89.99'],
      ['Front pads', '34116850568', '1', '64.50'],
      ['Brake fluid DOT 4', '83132405977', '2', '12.75'],
    ],
  },
  {
    says: 'headings in Polish, with zloty',
    text: `Nr części\tNazwa\tProducent\tIlość\tCena
0986424815\tKlocki przód\tBosch\t1\t168,90 zł
09.A270.11\tTarcza\tBrembo\t2\t261,50 zł`,
    lines: [
      ['Klocki przód', '0986424815', '1', 'PLN 168.90'],
      ['Tarcza', '09.A270.11', '2', 'PLN 261.50'],
    ],
  },
  {
    says: 'headings in Portuguese, with reals',
    text: `Código\tDescrição\tMarca\tQtd\tPreço
0986424815\tPastilhas dianteiras\tBosch\t1\tR$ 189,90
09.A270.11\tDisco de freio\tBrembo\t2\tR$ 1.261,50`,
    lines: [
      ['Pastilhas dianteiras', '0986424815', '1', 'BRL 189.90'],
      ['Disco de freio', '09.A270.11', '2', 'BRL 1261.50'],
    ],
  },
  {
    says: 'headings in Italian, with decimal commas',
    text: `Codice\tDescrizione\tMarca\tQuantità\tPrezzo
0986424815\tPastiglie freno ant.\tBosch\t1\t38,90
09.A270.11\tDisco freno\tBrembo\t2\t61,50`,
    lines: [
      ['Pastiglie freno ant.', '0986424815', '1', '38.90'],
      ['Disco freno', '09.A270.11', '2', '61.50'],
    ],
  },
  {
    says: 'headings in Swedish, with kronor',
    text: `Artikelnr\tBenämning\tMärke\tAntal\tPris
0986424815\tBromsbelägg fram\tBosch\t1\t449:-
09.A270.11\tBromsskiva\tBrembo\t2\t861 kr`,
    lines: [
      ['Bromsbelägg fram', '0986424815', '1', 'SEK 449.00'],
      ['Bromsskiva', '09.A270.11', '2', '861 kr'],
    ],
  },
  {
    says: 'headings in Russian, with rubles',
    text: `Артикул\tНаименование\tПроизводитель\tКол-во\tЦена
0986424815\tКолодки передние\tBosch\t1\t3 490 ₽
09.A270.11\tДиск тормозной\tBrembo\t2\t5 210 руб.`,
    lines: [
      ['Колодки передние', '0986424815', '1', 'RUB 3490.00'],
      ['Диск тормозной', '09.A270.11', '2', 'RUB 5210.00'],
    ],
  },
  {
    says: 'headings in Japanese, with yen',
    text: `品番\t品名\tメーカー\t数量\t単価
0986424815\tブレーキパッド\tBosch\t1\t12,300円
09.A270.11\tディスクローター\tBrembo\t2\t¥9,800`,
    lines: [
      ['ブレーキパッド', '0986424815', '1', 'JPY 12300'],
      ['ディスクローター', '09.A270.11', '2', 'JPY 9800'],
    ],
  },
]

export interface LogCase {
  says: string
  text: string
  /** Texts of the entries as they would be stored, in file order, or what is asked first. */
  entries?: readonly RegExp[]
  asks?: string
  /** Texts about what is left out. */
  said?: readonly string[]
}

/** A log that the import's own tests read in whole. */
const exported = (name: string) =>
  readFileSync(new URL(`../app/log/import/exports/${name}`, import.meta.url), 'utf8')

export const LOG_CASES: readonly LogCase[] = [
  {
    says: 'a price that may be of a gallon or of all',
    text: `date,price,gallons,trip_miles,odometer
2026-01-18,28.82,11.308,288.7,118628
2026-01-30,31.40,12.020,301.2,118929`,
    asks: 'Choose above what its amounts mean.',
  },
  {
    says: 'years of the last century',
    text: `Date,Odometer,Description,Cost
6/15/98,61200,Head gasket,410.00
3/28/05,90100,Water pump,120.00`,
    entries: [/Jun 15, 1998/, /Mar 28, 2005/],
  },
  {
    says: 'days with the names of months',
    text: `Date,Odometer,Description,Cost
"Jan 5, 2026",98200,Oil change,54.20
"01 SEP 25",96110,Brake fluid,32.00
5-Mar-24,88010,Cabin filter,18.50
20230612,80110,Spark plugs,61.00`,
    entries: [/Jan 5, 2026/, /Sep 1, 2025/, /Mar 5, 2024/, /Jun 12, 2023/],
  },
  {
    says: 'thousands with a point, and whole euros',
    text: `Datum;Kilometerstand;Bezeichnung;Kosten
02.01.2026;123.456;Ölwechsel;89
14.06.2026;131.870;Bremsen vorne;240`,
    entries: [/123,456/, /131,870/],
  },
  {
    says: 'two equal tolls on one day',
    text: `Date,Odometer,Description,Cost
2026-02-01,98200,Toll,4.50
2026-02-01,98200,Toll,4.50
2026-02-03,98230,Car wash,9.00`,
    entries: [/Toll/, /Toll/, /Car wash/],
  },
  {
    says: 'units in the cell of a mileage',
    text: `Date,Mileage,Description,Cost
2019-05-02,80000 mi,Oil change,54.20
2022-06-02,130000 km,Oil change,64.20
2023-06-02,120k,Timing belt,300
2024-06-02,~ 142000,Coolant,30`,
    entries: [/80,000 mi/, /130,000 km/, /120,000/, /142,000/],
  },
  {
    says: 'a backup of Fuelio, with costs, an income and a fill-up that was missed',
    text: `"## Vehicle"
"Name","Description","DistUnit","FuelUnit","ConsumptionUnit","ImportCSVDateFormat","VIN","Insurance","Plate","Make","Model","Year","TankCount","Tank1Type","Tank2Type","Active","Tank1Capacity","Tank2Capacity","FuelUnitTank2","FuelConsumptionTank2"
"Old wagon","","0","0","0","yyyy-MM-dd","","","","Volvo","V70","2004","1","100","0","1","70.0","0.0","0","0"
"## Log"
"Data","Odo (km)","Fuel (litres)","Full","Price (optional)","l/100km (optional)","latitude (optional)","longitude (optional)","City (optional)","Notes (optional)","Missed","TankNumber","FuelType","VolumePrice","StationID (optional)","ExcludeDistance","UniqueId","TankCalc","Weather"
"2026-03-02 17:40","210450","45.12","1","74.00","7.9","0.0","0.0","","","0","1","110","1.640","0","0.0","3","0.0",""
"2026-02-11 08:05","209880","41.30","1","66.49","8.1","0.0","0.0","","half the way on snow","1","1","110","1.610","0","0.0","2","0.0",""
"2026-01-20 18:22","209300","20.00","0","32.40","0.0","0.0","0.0","","","0","1","110","1.620","0","0.0","1","0.0",""
"## CostCategories"
"CostTypeID","Name","priority","color"
"1","Service","0","#ff0000"
"2","Insurance","0","#00ff00"
"## Costs"
"CostTitle","Date","Odo","CostTypeID","Notes","Cost","flag","idR","read","RemindOdo","RemindDate","isTemplate","RepeatOdo","RepeatMonths","isIncome","UniqueId"
"Timing belt","2026-02-20 00:00","210000","1","with pump","640.0","0","0","1","330000","2036-02-20","0","120000","120","0","1"
"Scrap metal","2026-02-25 00:00","210100","1","sold old rims","85.0","0","0","1","0","2011-01-01","0","0","0","1","2"
"## FavStations"
"## Pictures"
"## Category"
"## TripLog"`,
    entries: [/74\.00/, /66\.49/, /32\.40/, /Timing belt/, /Scrap metal/],
  },
  {
    says: 'the tables of aCar',
    text: `Metadata
"Android Version","aCar Version","Export Date/Time","Date Format","Time Format"
"13","5.4.3","07/20/2023 - 13:55","M/d/yyyy","HH:mm"

Vehicles
"Name","Type","Year","Make","Model","Volume Unit","Distance Unit","Notes"
"Blue sedan","CAR","2012","Nissan","Altima","US_GALLON","MILE",""

Fill-Up Records
"Vehicle","Date","Time","Odometer Reading","Distance Unit","Volume","Volume Unit","Price per Unit","Total Cost","Payment","Partial Fill-Up?","Previously Missed Fill-Ups?","Fuel Efficiency","Fuel Efficiency Unit","Tags","Notes"
"Blue sedan","7/4/2023","17:12","101250.0","MILE","13.207","US_GALLON","3.799","50.17","","No","No","29.8","MPG_US","",""
"Blue sedan","7/9/2023","08:40","101420.0","MILE","5.0","US_GALLON","3.899","19.5","","Yes","No","","MPG_US","","quick stop"
"Blue sedan","7/15/2023","10:02","101890.0","MILE","13.9","US_GALLON","3.859","53.64","","No","Yes","","MPG_US","",""

Event Records
"Vehicle","Date","Time","Odometer Reading","Distance Unit","Type","Sub Types","Total Cost","Payment","Place Name","Tags","Notes"
"Blue sedan","6/30/2023","09:00","101100.0","MILE","SERVICE","Engine Oil, Oil Filter","64.9","","Home","","0W-20"
"Blue sedan","7/1/2023","09:00","101110.0","MILE","EXPENSE","Registration","85.0","","","",""`,
    entries: [/50\.17/, /19\.50/, /53\.64/, /Engine Oil, Oil Filter/, /Registration/],
  },
  {
    says: 'LubeLogger’s 0 for an odometer that was not noted',
    text: `Date,Odometer,FuelConsumed,Cost,IsFillToFull,MissedFuelUp,Notes,Tags
2026-05-01,150000,40,60,True,False,,
2026-05-20,0,41,62,True,False,,
2026-06-10,150900,39,58,True,False,,`,
    entries: [/150,000/, /May 20, 2026, \$62\.00/, /150,900/],
  },
  {
    says: 'Simply Auto’s dates in three columns, and kinds of record',
    text: exported('simplyAuto.csv'),
    entries: [
      /Jan 5, 2026, 82,100/,
      /Jan 18, 2026/,
      /Feb 11, 2026/,
      /Brake Pads, Brake Fluid/,
      /Parking/,
      /Odometer reading/,
      /Dec 12, 2025/,
    ],
    said: ['Row 7: it is no entry: “Record Type: 3”'],
  },
  {
    says: 'Drivvo’s second fuel, income and routes',
    text: exported('drivvo.csv'),
    entries: [/61,200 km/, /61,700 km/, /25 L/, /Lavado/, /Pastillas de freno/],
    said: ['no log: Income, Route', 'Row 4: “30” is of a second fuel, and left out'],
  },
]

/** Logs, and when their oil change is due again. */
export const DUE_CASES = [
  {
    says: 'an odometer that was replaced',
    text: `Vehicle,Date,Job,Mileage,Mileage unit,Cost,Due after,Due after unit,Due after months
2004 Volvo V70,2024-05-01,Oil change,210000,mi,50,5000,mi,
2004 Volvo V70,2025-02-01,Instrument cluster replaced,5,mi,300,,,
2004 Volvo V70,2026-10-01,Oil change,4000,mi,50,5000,mi,`,
    due: 'Oil change at 9,000 miles',
  },
  {
    says: 'the same job again, without its interval',
    text: `Vehicle,Date,Job,Mileage,Mileage unit,Cost,Due after,Due after unit,Due after months
2004 Volvo V70,2024-05-01,Oil change,100000,km,50,10000,km,12
2004 Volvo V70,2026-11-01,Oil change,120000,km,50,,,`,
    due: /Oil change at 130,000 km.*2027/s,
  },
  {
    says: 'several jobs in one entry',
    text: `Vehicle,Date,Job,Mileage,Mileage unit,Cost,Due after,Due after unit,Due after months
2004 Volvo V70,2026-05-01,Oil change,100000,km,50,10000,km,
2004 Volvo V70,2026-11-01,"Oil change, tire rotation",120000,km,90,,,`,
    due: 'Oil change at 130,000 km',
  },
]
