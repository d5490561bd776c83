/** Test files in the apps' export formats: their published columns, made-up rows. */
import { entriesOfFile, readLogFile, type LogFile, type Usual } from './logFile.ts'

/** Reads a file in a country of kilometers and euros. */
export function readText(
  text: string,
  usual: Partial<Usual> = {},
): LogFile & ReturnType<typeof entriesOfFile> {
  const here = { distance: 'km', fuelUnit: 'L', currency: 'EUR', order: 'day', year: 2026 } as const
  const file = readLogFile(text, { ...here, ...usual })
  if ('problem' in file) throw new Error(file.problem)
  return { ...file, ...entriesOfFile(file) }
}

export const FUELLY_KM = `car_name,model,l/100km,odometer,km,litres,price,city_percentage,fuelup_date,date_added,tags,notes,missed_fuelup,partial_fuelup,latitude,longitude,brand
Blue one,Golf,7.95,120500,500.0,39.752,1.799,50,2026-03-01 0:00,2026-03-01,,,0,0,,,Oil & Co
Blue one,Golf,0,120900,400.0,20.1,1.809,50,2026-03-14 0:00,2026-03-14,,half a tank,0,1,,,
Blue one,Golf,8.02,121350,450.0,48.07,1.789,50,2026-03-30 0:00,2026-03-30,,,0,0,,,`

export const FUELLY_MILES = `car_name,model,mpg,odometer,miles,gallons,price,city_percentage,fuelup_date,date_added,tags,notes,missed_fuelup,partial_fuelup,latitude,longitude,brand
Truck,F-150,18.2,"62,410",301.5,16.566,3.459,50,01/15/2026 0:00,01/15/2026,,,0,0,,,
Van,Transit,15.1,33100,280.0,18.543,3.399,50,01/20/2026 0:00,01/20/2026,,,1,0,,,`

export const DRIVVO = `##Refuelling
"Odometer (km)","Date","Fuel","Price / L","Total cost","Volume","Full tank","Second fuel","Price / L","Total cost","Volume","Full tank","Fuel efficiency","Distance","Gas station","Reason","Notes"
"121727.0","2026-02-03 17:37:33","Gasoline","1.80","72.0","40","Yes","","0","0","0","No","0","","Corner shop","",""
"122210.0","2026-02-17 08:02:11","Gasoline","1.75","35.0","20","No","","0","0","0","No","0","","","","on the way"

##Expense
"Odometer (km)","Date","Total cost","Type of expense","Place","Reason","Notes"
"122000.0","2026-02-10 09:00:00","12.5","Car wash","","",""

##Service
"Odometer (km)","Date","Total cost","Type of service","Place","Notes"
"122100.0","2026-02-12 10:15:00","189.9","Brake pads","Garage Miller","front only"`

export const SPRITMONITOR_FUEL = `Datum;Km-Stand;Teil-Km;Spritmenge;Kosten;Währung;Tankart;Reifen;Strecken;Fahrweise;Kraftstoff;Bemerkung;Verbrauch;BC-Verbrauch;BC-Spritmenge;BC-Geschwindigkeit;Tankstelle;Land;Großraum;Ort
03.03.2026;52.000,00;500,00;42,15;71,61;EUR;3;;;0;1;;;;;;Eck;D;;
02.04.2026;52600,00;600,00;20,00;33,80;EUR;2;;;0;1;"halb; voll";;;;;;D;;
09.04.2026;53000,00;400,00;55,00;92,95;EUR;1;;;0;1;;;;;;;D;;`

export const SPRITMONITOR_COSTS = `Datum;Km-Stand;Kostenart;Bezeichnung;Kosten;Währung;Bemerkung
15.01.2026;51.200,00;4;Jahreswechsel;1.089,90;EUR;5W-30`

export const LUBELOGGER_SERVICE = `Date,Description,Cost,Notes,Odometer,Tags
4/9/2026,Oil and filter,$84.50,,91200,oil diy
4/28/2026,Front pads,"$1,140.00",Both sides,91950,`

export const LUBELOGGER_FUEL = `Date,Odometer,FuelConsumed,Cost,FuelEconomy,IsFillToFull,MissedFuelUp,Notes,Tags
4/2/2026,91000,12.5,$41.25,0,True,False,,
4/20/2026,91400,13.1,$43.00,30.53,False,True,,`

export const FUELIO = `"## Vehicle"
"Name","Description","DistUnit","Make","Model","Year"
"Old wagon","","0","Volvo","V70","2004"
"## Log"
"Data","Odo (km)","Fuel (litres)","Full","Price (optional)","l/100km (optional)","Notes (optional)","Missed","TankNumber","VolumePrice"
"2026-03-02 17:40","210450","45.12","1","74.00","7.9","","0","1","1.640"
"2026-02-11 08:05","209880","41.30","1","66.49","8.1","half the way on snow","1","1","1.610"
"2026-01-20 18:22","209300","20.00","0","32.40","0.0","","0","1","1.620"
"## CostCategories"
"CostTypeID","Name"
"1","Service"
"## Costs"
"CostTitle","Date","Odo","CostTypeID","Notes","Cost","RemindOdo","RepeatOdo","RepeatMonths","isIncome"
"Timing belt","2026-02-20 00:00","210000","1","with pump","640.0","330000","120000","120","0"
"Scrap metal","2026-02-25 00:00","210100","1","sold old rims","85.0","0","0","0","1"
"## TripLog"`
