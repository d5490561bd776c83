// Models of the US market for the model years 1970 to 1980, written by hand: the data of
// makeVehicleModels.mjs begins with the 17-digit VIN in 1981. A fact is "model first-last"; a model
// that went on after 1980 has the name it has in that data, so that its years join up.
// Left out on purpose: anything whose years are not widely agreed on. The app takes free text.

export const CLASSIC_MODELS = {
  'Alfa Romeo': `Spider 1971-1980; GTV 1971-1974; Berlina 1971-1974; Alfetta 1975-1979`,
  AMC: `Ambassador 1970-1974; AMX 1970,1978-1980; Concord 1978-1980; Eagle 1980; Gremlin 1970-1978;
    Hornet 1970-1977; Javelin 1970-1974; Matador 1971-1978; Pacer 1975-1980; Rebel 1970;
    Spirit 1979-1980`,
  'Aston Martin': `DBS 1970-1972; V8 1973-1980; V8 Vantage 1977-1980`,
  Audi: `100 1970-1977; Super 90 1970-1972; Fox 1973-1979; 5000 1978-1980; 4000 1980`,
  Bentley: `T-Series 1970-1980; Corniche 1971-1980`,
  BMW: `1600 1970-1971; 2002 1970-1976; 2002tii 1972-1974; 2500 1970-1971; 2800 1970-1971;
    2800CS 1970-1971; Bavaria 1971-1974; 3.0CS 1972-1974; 3.0Si 1975-1976; 320i 1977-1980;
    530i 1975-1978; 528i 1979-1980; 630CSi 1977; 633CSi 1978-1980; 733i 1978-1980`,
  Buick: `Apollo 1973-1975; Century 1973-1980; Centurion 1971-1973; Electra 1970-1980;
    Estate Wagon 1970-1980; Gran Sport 1970-1972; LeSabre 1970-1980; Regal 1973-1980;
    Riviera 1970-1980; Skyhawk 1975-1980; Skylark 1970-1972,1975-1980; Wildcat 1970`,
  Cadillac: `Calais 1970-1976; DeVille 1970-1980; Eldorado 1970-1980; Fleetwood 1970-1980;
    Seville 1976-1980`,
  Chevrolet: `Bel Air 1970-1975; Biscayne 1970-1972; Blazer 1970-1980; C/K Pickup 1970-1980;
    Camaro 1970-1980; Caprice 1970-1980; Chevelle 1970-1977; Chevette 1976-1980;
    Chevy Van 1970-1980; Citation 1980; Corvette 1970-1980; El Camino 1970-1980; Impala 1970-1980;
    Kingswood 1970-1972; Laguna 1973-1976; LUV 1972-1980; Malibu 1978-1980; Monte Carlo 1970-1980;
    Monza 1975-1980; Nova 1970-1979; Sportvan 1970-1980; Suburban 1970-1980; Vega 1971-1977`,
  Chrysler: `300 1970-1971; Cordoba 1975-1980; Imperial 1970-1975; LeBaron 1977-1980;
    New Yorker 1970-1980; Newport 1970-1980; Town & Country 1970-1977`,
  Datsun: `200SX 1977-1980; 210 1979-1980; 240Z 1970-1973; 260Z 1974; 280Z 1975-1978;
    280ZX 1979-1980; 310 1979-1980; 510 1970-1973,1978-1980; 610 1973-1976; 620 Pickup 1972-1979;
    710 1974-1977; 720 Pickup 1980; 810 1977-1980; 1200 1971-1973; B210 1974-1978; F10 1976-1978`,
  Dodge: `024 1979-1980; Aspen 1976-1980; Challenger 1970-1974,1978-1980; Charger 1970-1978;
    Colt 1971-1980; Coronet 1970-1976; D-Series 1970-1980; D50 1979-1980; Dart 1970-1976;
    Demon 1971-1972; Diplomat 1977-1980; Magnum 1978-1979; Mirada 1980; Monaco 1970-1978;
    Omni 1978-1980; Polara 1970-1973; Ramcharger 1974-1980; Sportsman 1970-1980;
    St. Regis 1979-1980; Super Bee 1970; Tradesman 1971-1980; W-Series 1970-1980`,
  Ferrari: `308 1976-1980; 365 GTB/4 Daytona 1970-1973; Dino 1972-1979`,
  Fiat: `124 1970-1974; 124 Spider 1970-1978; 128 1972-1979; 131 1975-1978; 850 1970-1973;
    Brava 1979-1980; Spider 2000 1979-1980; Strada 1979-1980; X1/9 1974-1980`,
  Ford: `Bronco 1970-1980; Country Squire 1970-1980; Courier 1972-1980; Custom 500 1970-1977;
    E-100 1970-1980; E-150 1975-1980; E-200 1970-1974; E-250 1975-1980; E-300 1970-1974;
    E-350 1975-1980; Elite 1975-1976; F-100 1970-1980; F-150 1975-1980; F-250 1970-1980;
    F-350 1970-1980; Fairlane 1970; Fairmont 1978-1980; Falcon 1970; Fiesta 1978-1980;
    Galaxie 1970-1974; Gran Torino 1972-1976; Granada 1975-1980; LTD 1970-1980; LTD II 1977-1979;
    Maverick 1970-1977; Mustang 1970-1973,1979-1980; Mustang II 1974-1978; Pinto 1971-1980;
    Ranchero 1970-1979; Thunderbird 1970-1980; Torino 1970-1976`,
  GMC: `C/K Pickup 1970-1980; Caballero 1978-1980; Jimmy 1970-1980; Rally 1971-1980;
    Sprint 1971-1977; Suburban 1970-1980; Vandura 1971-1980`,
  Honda: `Accord 1976-1980; Civic 1973-1980; N600 1970-1972; Prelude 1979-1980; Z600 1971-1972`,
  International: `Pickup 1970-1975; Scout II 1971-1980; Scout 800 1970-1971; Travelall 1970-1975`,
  Jaguar: `E-Type 1970-1974; XJ6 1970-1980; XJ12 1973-1979; XJS 1976-1980`,
  Jeep: `Cherokee 1974-1980; CJ-5 1970-1980; CJ-6 1970-1975; CJ-7 1976-1980; Commando 1972-1973;
    Gladiator 1970-1971; J-10 1974-1980; J-20 1974-1980; Jeepster Commando 1970-1971;
    Wagoneer 1970-1980`,
  Lamborghini: `Countach 1974-1980; Espada 1970-1978; Miura 1970-1972; Urraco 1973-1979`,
  'Land Rover': `Series IIA 1970-1971; Series III 1972-1974`,
  Lincoln: `Continental 1970-1980; Mark III 1970-1971; Mark IV 1972-1976; Mark V 1977-1979;
    Mark VI 1980; Versailles 1977-1980`,
  Lotus: `Elan 1970-1973; Elite 1975-1980; Esprit 1977-1980; Europa 1970-1974`,
  Maserati: `Bora 1972-1978; Ghibli 1970-1973; Indy 1970-1974; Khamsin 1975-1980; Merak 1974-1980`,
  Mazda: `616 1971-1972; 626 1979-1980; 808 1972-1976; B-Series 1972-1980; Cosmo 1976-1978;
    GLC 1977-1980; RX-2 1971-1974; RX-3 1972-1977; RX-4 1974-1978; RX-7 1979-1980;
    Rotary Pickup 1974-1977`,
  'Mercedes-Benz': `220 1970-1973; 220D 1970-1973; 230 1974-1978; 240D 1974-1980; 250 1970-1972;
    280 1973-1976; 280E 1977-1980; 280SE 1970-1972,1976-1980; 280SL 1970; 300CD 1978-1980;
    300D 1975-1980; 300SD 1978-1980; 300SEL 1970-1972; 300TD 1979-1980; 350SL 1972;
    450SE 1973-1976; 450SEL 1973-1980; 450SL 1973-1980; 450SLC 1973-1980`,
  Mercury: `Bobcat 1975-1980; Capri 1971-1977,1979-1980; Colony Park 1970-1980; Comet 1971-1977;
    Cougar 1970-1980; Cyclone 1970-1971; Grand Marquis 1979-1980; Marauder 1970;
    Marquis 1970-1980; Monarch 1975-1980; Montego 1970-1976; Monterey 1970-1974; Zephyr 1978-1980`,
  MG: `MGB 1970-1980; MGB GT 1970-1974; Midget 1970-1979`,
  Oldsmobile: `442 1970-1972; Custom Cruiser 1971-1980; Cutlass 1970-1980;
    Cutlass Supreme 1970-1980; Delta 88 1970-1980; F-85 1970-1972; Ninety-Eight 1970-1980;
    Omega 1973-1980; Starfire 1975-1980; Toronado 1970-1980; Vista Cruiser 1970-1977`,
  Opel: `1900 1971-1975; GT 1970-1973; Kadett 1970-1971; Manta 1973-1975`,
  Peugeot: `504 1970-1980; 505 1980; 604 1977-1980`,
  Plymouth: `Arrow 1976-1980; Barracuda 1970-1974; Belvedere 1970; Champ 1979-1980;
    Cricket 1971-1973; Duster 1970-1976; Fury 1970-1978; Gran Fury 1975-1977,1980; GTX 1970-1971;
    Horizon 1978-1980; Road Runner 1970-1975; Sapporo 1978-1980; Satellite 1970-1974;
    Scamp 1971-1976; Superbird 1970; TC3 1979-1980; Trail Duster 1974-1980; Valiant 1970-1976;
    Volare 1976-1980; Voyager 1974-1980`,
  Pontiac: `Astre 1975-1977; Bonneville 1970-1980; Catalina 1970-1980; Executive 1970;
    Firebird 1970-1980; Grand Am 1973-1975,1978-1980; Grand Prix 1970-1980;
    Grand Ville 1971-1975; GTO 1970-1974; LeMans 1970-1980; Phoenix 1978-1980; Sunbird 1976-1980;
    Tempest 1970; Ventura 1971-1977`,
  Porsche: `911 1970-1980; 912E 1976; 914 1970-1976; 924 1977-1980; 928 1978-1980; 930 1976-1979`,
  Renault: `12 1972-1977; Le Car 1976-1980`,
  'Rolls-Royce': `Camargue 1976-1980; Corniche 1971-1980; Silver Shadow 1970-1980;
    Silver Wraith II 1977-1980`,
  Saab: `96 1970-1973; 99 1970-1980; 900 1979-1980; Sonett 1970-1974`,
  Subaru: `360 1970; 1400 1973-1976; BRAT 1978-1980; DL 1977-1980; FF-1 1970-1972; GL 1977-1980`,
  Toyota: `Carina 1972-1973; Celica 1971-1980; Corolla 1970-1980; Corona 1970-1980;
    Cressida 1978-1980; Crown 1970-1971; Land Cruiser 1970-1980; Mark II 1970-1976;
    Pickup 1970-1980; Supra 1979-1980; Tercel 1980`,
  Triumph: `GT6 1970-1973; Spitfire 1970-1980; Stag 1971-1973; TR6 1970-1976; TR7 1975-1980;
    TR8 1980`,
  Volkswagen: `411 1971-1972; 412 1973-1974; Beetle 1970-1979; Bus 1970-1979; Dasher 1974-1980;
    Fastback 1970-1973; Jetta 1980; Karmann Ghia 1970-1974; Rabbit 1975-1980;
    Rabbit Pickup 1980; Scirocco 1975-1980; Squareback 1970-1973; Super Beetle 1971-1975;
    Thing 1973-1974; Vanagon 1980`,
  Volvo: `140 1970-1974; 164 1970-1975; 240 1975-1980; 260 1976-1980; 1800 1970-1973`,
}
