// Corrections that scripts/vehicles/makeVehicleModels.mjs makes to the data it reads, where
// we know better than vPIC: one make a line, entries divided by ';':
//   +Tacoma            a pickup, van or SUV to keep although its VINs say "truck"
//   -FCHV-adv          left out: never sold to the public in North America, or not a model
//   Pick-Up > Pickup   the name people use
//   Celica 1981-2005   these years instead of vPIC's ("2023-" is: still built)
export const CORRECTIONS = {
  Acura: `CL 1997-1999,2001-2003; Integra 1986-2001,2023-; NSX 1991-2005,2017-2022; RL 1996-2012;
    RLX 2014-2020; TL 1996-2014; TLX 2015-2025; ILX 2013-2022; RDX 2007-; ZDX 2010-2013,2024`,
  'Alfa Romeo': `-8C Competizione Spider; Giulia (952) > Giulia; Giulia 2017-; 4C 2015-2020;
    164 1991-1995; Milano 1987-1989`,
  AMC: `Eagle SX/4 > SX/4; Eagle 1981-1987`,
  'Aston Martin': `-Vanquish Zagato; DB7 1997-2003; DBS 2008-2012,2019-2024; DBX 2021-;
    Lagonda 1981-1989; Rapide 2010-2019; Vantage 2006-; Vanquish 2002-2007,2014-2018,2025`,
  Audi: `A7 e > A7; A8 e > A8; A8 L > A8; A8 L e > A8; Q5 e > Q5; Q4 > Q4 e-tron; Q6 > Q6 e-tron;
    SQ6 > SQ6 e-tron; A4 1996-2025; A4 allroad 2013-2025; A7 2012-2025; A8 1997-; V8 1990-1994; 80 1988-1992; 90 1988-1991,1993-1995;
    TTS 2009-2023; Cabriolet 1994-1998; Quattro 1983-1985; Coupe GT 1981-1987`,
  Bentley: `-ARMOURED ARNAGE; -Roll Royce Silver Seraph; -Rolls-Royce Park Ward; Turbo > Turbo R;
    Azure 1996-2003,2007-2009; Continental 1984-2003; Continental GT 2004-; Flying Spur 2006-`,
  BMW: `-335; -730i; -Alpina; 318iC > 318i; 318iS > 318is; 325/325e > 325e; 325/325eS > 325es;
    325i/325is > 325i; 325iC > 325i; 325iS > 325is; 325ix > 325iX; 328iC > 328i; 328iS > 328is;
    525iA > 525i; 530iA > 530i; 540iA > 540i; 535i/535is > 535i; 633 csi > 633CSi; 640xi > 640i;
    645i > 645Ci; 650i, Alpina B6 > Alpina B6; 650i, B6 > Alpina B6; 650xi > 650i; 745Le > 745e;
    750Li, Alpina B7 > Alpina B7; 750Lxi > 750Li; 750Lxi, Alpina B7 > Alpina B7;
    750i, Alpina B7 > Alpina B7; 750i, B7 > Alpina B7; 750xi > 750i; 750xi, Alpina B7 > Alpina B7;
    B7 > Alpina B7; M3Ci > M3; M760Li > M760i; 323iC > 323i; 318i 1984-1985,1991-1998;
    318is 1991-1997; 318ti 1995-1999; 320i 1981-1983,2012-2018; 323i 1998-2000; 323Ci 2000;
    323is 1998-1999; 325e 1984-1987; 325Ci 2001-2006; 325iX 1988-1991; 325xi 2001-2006;
    330xi 2001-2006; 340i 2016-2019; 440i 2017-2020; 524td 1985-1986; 528e 1982-1988;
    528i 1981,1997-2000,2008-2016; 528xi 2008; 533i 1983-1984; 535i 1985-1993,2008-2016;
    535is 1987-1988; 550i 2006-2016; 635CSi 1985-1989; 735i 1985-1992; 735iL 1988-1992;
    740Li 2011-2015; 750Li 2006-2015; 750i 2006-2022; 750iL 1988-2001; 840Ci 1994-1997;
    850i 1991-1992; 850Ci 1993-1997; 850CSi 1994-1995; ActiveHybrid 5 2012-2016;
    ActiveHybrid 7 2011-2015; Alpina B7 2007-2008,2011-2022; L7 1986-1987; M2 2016-2021,2023-;
    M5 1988,1991-1993,2000-2003,2006-2010,2013-2016,2018-2023,2025;
    M6 1987-1988,2006-2010,2012-2018; X1 2013-; X3 2004-; X5 2000-; Z8 2000-2003; i8 2014-2020`,
  Bugatti: `-EB110; -Chiron Pur Sport; -Chiron Supersport; Veyron 2006-2015`,
  Buick: `-Coachbuilder; Encore 2013-2022; Estate Wagon 1981-1990; Enclave 2008-;
    Park Avenue 1991-2005; Rendezvous 2002-2007; Roadmaster 1991-1996; Skyhawk 1982-1989`,
  Cadillac: `60 Special > Sixty Special; Deville > DeVille; Celestiq 2024-; Cimarron 1982-1988;
    ELR 2014,2016; Escalade 1999-2000,2002-; Escalade ESV 2003-; Escalade EXT 2002-2013;
    SRX 2004-2016; Sixty Special 1987-1993; XLR 2004-2009; XT4 2019-2025; XT6 2020-2025`,
  Chevrolet: `-3 ton; -Alero; -Bolt; -Kalos; -Matiz; -Onix; -P - Series; -U100; -Suburban HD;
    +El Camino; +HHR; +LUV; +SSR; +BrightDrop; +City Express; +Colorado; +Astro Van;
    Astro Van > Astro; Caprice Police Vehicle > Caprice PPV; G-Series > Chevy Van;
    Geo Prizm > Prizm; Geo Spectrum > Spectrum; Geo Sprint > Sprint; GMT-400 > C/K Pickup;
    Aveo 2004-2011; Beretta 1987-1996; Blazer 1981-2005,2019-; Blazer EV 2024-;
    C/K Pickup 1981-2000; Camaro 1981-2002,2010-2024; Caprice 1981-1996; Caprice PPV 2011-2017;
    Captiva Sport 2012-2015; Cavalier 1982-2005; Celebrity 1982-1990; Chevy Van 1981-1996;
    Classic 2004-2005; Corsica 1987-1996; Corvette 1981-1982,1984-; Cruze 2011-2019;
    El Camino 1981-1987; Equinox 2005-; Equinox EV 2024-; Express 1996-;
    Impala 1981-1985,1994-1996,2000-2020; Lumina 1990-2001; Lumina APV 1990-1996;
    Malibu 1981-1983,1997-2025; Orlando 2012-2014; Prizm 1998-2002; R/V Pickup 1987-1991;
    S-10 Pickup > S-10; S-10 1982-2004; S-10 Blazer 1983-1994; Silverado > Silverado 1500;
    Silverado 1500 1999-; Silverado 2500 1999-2004; Silverado 2500HD 2001-;
    Silverado 3500 2001-2006; Silverado 3500HD 2007-; Silverado EV 2024-; Sonic 2012-2020;
    Spark 2013-2022; Spectrum 1985-1988; Sportvan 1981-1996; SS 2014-2017; Suburban 1981-;
    Tahoe 1995-; Tracker 1998-2004; Trailblazer 2002-2009,2021-; Traverse Limited 2024;
    Trax 2015-2022,2024-; Uplander 2005-2008; Volt 2011-2019`,
  Chrysler: `-300C; -Caravan; -Daytona; -Dynasty; -EXECUTIVE; -Grand Caravan; -Grand Voyager;
    -Intrepid; -Neon; -SALON; -Shadow; -Stratus; -Viper; -Vision; Concorde/LHS > Concorde;
    E-CLASS > E Class; FIFTH AVENUE > Fifth Avenue; LASER > Laser; NEWPORT > Newport;
    TC > TC by Maserati; Town and Country > Town & Country; 300 2005-2023; 300M 1999-2004;
    Cirrus 1995-2000; E Class 1983-1984; Fifth Avenue 1983-1993; Laser 1984-1986;
    New Yorker 1981-1996; Newport 1981; PT Cruiser 2001-2010; Pacifica 2004-2008,2017-;
    Voyager 2000-2003,2020-; Town & Country 1990-2016`,
  Daewoo: `-G2X; -Laganza V-car; -Leganza V-200 & variants/derivatives; LANOS > Lanos;
    LEGANZA > Leganza; NUBIRA > Nubira; Lanos 1999-2002; Leganza 1999-2002; Nubira 1999-2002`,
  Daihatsu: `Charade 1988-1992; Rocky 1990-1992`,
  Datsun: `200SX 1981-1983; 720 Pickup 1981-1983; 810 1981`,
  DeLorean: `DMC-12 1981-1983`,
  Dodge: `-Royal Mini Ram Van; ARIES > Aries; DIPLOMAT > Diplomat; LANCER > Lancer; OMNI > Omni;
    ST.REGIS > St. Regis; Caravan/Grand Caravan > Caravan; Mini Ram > Mini Ram Van; -D50; -Ram;
    -Ram Chassis Cab; 024 1981-1982; 400 1982-1983; 600 1983-1988; Avenger 1995-2000,2008-2014;
    Caliber 2007-2012; Caravan 1984-2007; Challenger 1981-1983,2008-2023; Charger 1982-1987,2006-;
    Colt 1981-1994; Conquest 1984-1986; D-Series 1981-1993; Dakota 1987-2011;
    Durango 1998-2009,2011-; Dynasty 1988-1993; Grand Caravan 1987-2020; Journey 2009-2020;
    Lancer 1985-1989; Mini Ram Van 1984-1988; Monaco 1990-1992; Neon 1995-2005; Nitro 2007-2011;
    Hornet 2023-2025; Raider 1987-1989; RAM 50 > Ram 50; Ram 50 1981-1993; Ram 1500 1994-2010; Ram 2500 1994-2010;
    Ram 3500 1994-2010; Ram Van 1981-2003; Ram Wagon 1981-2002; Ramcharger 1981-1993;
    Rampage 1982-1984; Shelby Charger 1983-1987; Sprinter 2003-2009; W-Series 1981-1993`,
  Eagle: `-2000 GTX; -VISTA; MEDALLION > Medallion; PREMIER > Premier; Medallion 1988-1989;
    Vision 1993-1997`,
  Ferrari: `-F60 America; -Monza SP1/SP2; -430; -Challenge Stradale; -F12 Special Series;
    -F12 tdf (Tour de France); 308 Convertible > 308; 308GTB > 308; 308GTB Quattrovalvole > 308;
    308GTBi > 308; 308GTS > 308; 308GTS Quattrovalvole > 308; 308GTSi > 308; 328 GTB > 328;
    328 GTS > 328; 348 Spider > 348; 348 tb > 348; 348 ts > 348; 355 Berlinetta > F355;
    355 GTS > F355; 355 Spider > F355; 3.2 Mondial > Mondial; Mondial 8 > Mondial;
    Mondial T > Mondial; 456M > 456; 458 Italia > 458; 550 Barchetta > 550 Maranello;
    599 GTB Fiorano > 599; California T > California; F12 Berlinetta > F12berlinetta;
    La Ferrari > LaFerrari; Portofino M > Portofino; 458 2010-2015; 488 2016-2020; 599 2007-2011;
    812 2018-2024; California 2009-2017; F12berlinetta 2013-2017; F355 1995-1999; F430 2005-2009;
    FF 2012-2016; LaFerrari 2014-2015; Mondial 1981-1993; Portofino 2018-2023; F512 M 1995;
    Testarossa 1985-1991`,
  Fiat: `-Ducato; -Freemont; X 1/9 > X1/9; 124 Spider 2017-2020; 500X 2016-2023;
    500e 2013-2019,2024-`,
  Fisker: `-Nina; Karma 2012; Ocean 2023-2024`,
  Ford: `-E-450; -GT MKII; -Laser; -F-Super Duty; +E-150; +E-250; +F-250; +F-350; +F-450; +Maverick;
    +Transit; Ecosport > EcoSport; Expedition MAX > Expedition Max; Aerostar 1986-1997;
    Bronco 1981-1996,2021-; Bronco II 1984-1990; Club Wagon 1981-1998; Courier 1981-1982;
    Crown Victoria 1983-2011; E-350 1981-; E-Transit 2022-; EcoSport 2018-2022; Edge 2007-2024;
    Escape 2001-; EXP 1982-1988; Excursion 2000-2005; Expedition 1997-; Expedition EL 2007-2017;
    Expedition Max 2018-; Explorer Sport 2001-2003; Explorer Sport Trac 2001-2005,2007-2010;
    F-100 1981-1983; F-150 1981-; F-150 Lightning 2022-2025; Festiva 1988-1993; Fiesta 2011-2019;
    Flex 2009-2019; Focus 2000-2018; Freestyle 2005-2007; GT 2005-2006,2017-2022; Probe 1989-1997;
    Ranger 1983-2011,2019-; Transit Connect 2010-2023; Windstar 1995-2003; ZX2 1998-2003`,
  GMC: `-Cruise Origin AV; -Electric Vehicle; -P Truck Forward; +Vandura; +Sonoma;
    +Hummer EV Pickup; Jimmy Utility > Jimmy; C/K Pickup 1981-2000; Caballero 1981-1987;
    Canyon 2004-2012,2015-; Envoy 1998-2000,2002-2009; Jimmy 1981-2001; R/V Pickup 1987-1991;
    Rally 1981-1996; S15 Pickup > S-15; S-15 1982-1990; S15 Utility > S-15 Jimmy;
    S-15 Jimmy 1983-1991; Savana 1996-; Sierra > Sierra 1500; Sierra 1500 1999-;
    Sierra 2500 1999-2004; Sierra 2500HD 2001-; Sierra 3500 2001-2006; Sierra 3500HD 2007-;
    Sierra EV 2024-; Suburban 1981-1999; Terrain 2010-; Syclone 1991; Typhoon 1992-1993;
    Yukon XL 2000-`,
  Geo: `-Sprint; Metro 1989-1997; Prizm 1990-1997; Storm 1990-1993; Tracker 1989-1997`,
  Honda: `Civic Si > Civic; Civic 1981-; CRX 1984-1991; del Sol 1993-1997; FCX Clarity 2008-2014;
    Insight 2000-2006,2010-2014,2019-2022; Odyssey 1995-; Prelude 1981-2001;
    Ridgeline 2006-2014,2017-`,
  Hummer: `H1 1992-2006; H2 2003-2009; H3 2006-2010; H3T 2009-2010`,
  Hyundai: `-Pony; -Stellar; Accent 1995-2022; Azera 2006-2017; Elantra GT 2013-2020;
    Elantra Touring 2009-2012; Entourage 2007-2009; Santa Fe XL 2019; +Santa Cruz;
    Tiburon 1997-2001,2003-2008; Veracruz 2007-2012`,
  INEOS: `Grenadier 2024-`,
  Infiniti: `EX35 2008-2012; EX37 2013; FX35 2003-2012; G35 2003-2008; Q40 2015; Q45 1990-2006;
    Q50 2014-2024; Q70 2014-2019; Q70L 2015-2019; QX56 2004-2013; QX55 2022-2025; QX70 2014-2017`,
  Isuzu: `+i-280; +i-290; +i-350; +i-370; +Hombre; +Pickup; IMPULSE > Impulse; Rodeo/Amigo > Rodeo;
    Trooper II > Trooper; VehiCross > VehiCROSS; Amigo 1989-1994,1998-2000; Impulse 1983-1992;
    Rodeo 1991-2004; Rodeo Sport 2001-2003; Stylus 1991-1993; Trooper 1984-2002;
    VehiCROSS 1999-2001`,
  Jaguar: `E-PACE 2018-2024; F-TYPE 2014-2024; I-PACE 2019-2024; XE 2017-2020; XF 2009-2024;
    XJ 2010-2019; XJ12 1993-1996; XJ8 1998-2009; XJR 1995-2009; XJS 1981-1996; XK 2007-2015;
    XK8 1997-2006; XKR 2000-2015`,
  Jeep: `-CJ-6; CJ-8 Scrambler > Scrambler; +Comanche; +Gladiator; Cherokee 1981-2001,2014-2023;
    Compass 2007-; Grand Wagoneer 1984-1991,1993,2022-; Grand Wagoneer L 2023-2025; J-10 1981-1988;
    J-20 1981-1988; Liberty 2002-2012; Patriot 2007-2017; Renegade 2015-2023; Wagoneer L 2023-2025;
    Wrangler 1987-1995,1997-`,
  Karma: `-Atlantic; -Gyesera; -Karma; -Kaveya; Revero 2018-2019; Revero GT 2020-2021`,
  Kia: `Forte 2010-2024; Forte Koup 2010-2016; Rondo 2007-2012; Sedona 2002-2021; Sephia 1994-2001; Soul 2010-2025;
    Sorento 2003-2009,2011-; Sportage 1995-2002,2005-`,
  Lamborghini: `-147; -Roadster; URUS > Urus; Aventador 2012-2022; Countach 1981-1990;
    Diablo 1990-2001; Huracan 2015-2024; Jalpa 1982-1988; Murcielago 2002-2010`,
  'Land Rover': `-New Range Rover; Range Rover 1987-`,
  Lexus: `GS 1993-2020; LFA 2012; SC 1992-2000,2002-2010`,
  Lincoln: `-Mark; +Mark LT; Blackwood 2002; Continental 1981-2002,2017-2020; Mark VI 1981-1983;
    Mark VII 1984-1992; Mark VIII 1993-1998; Navigator L 2007-`,
  Lotus: `-2-Eleven; -340R; -Eagle; -Eclat; -Eleven; -Elite; -Europa; -MEL; -Monaco; -Monza; -Spa;
    -Turbo Esprit; ELETRE > Eletre; Elan 1991-1992; Elise 2005-2011; Esprit 1981-2004;
    Evora 2010-2021; Exige 2006-2011`,
  MINI: `Hardtop > Cooper; Cooper 2002-; Cooper Convertible 2005-; Countryman 2011-;
    Paceman 2013-2016`,
  Maserati: `-228; -TC; Grancabrio > GranCabrio; Granturismo > GranTurismo; 430 1987-1991;
    Biturbo 1984-1991; Coupe 2002-2006; Ghibli 2014-2024; GranSport 2005-2006;
    GranTurismo 2008-2019,2024-; Levante 2017-2024; Merak 1981-1982;
    Quattroporte 1981-1989,2005-2024; Spyder 1986-1991,2002-2006`,
  Maybach: `57 2003-2012; 62 2003-2012`,
  Mazda: `MX-5 > MX-5 Miata; 929 1988-1995; B-Series 1981-2009; CX-3 2016-2021; CX-9 2007-2023;
    GLC 1981-1985; MPV 1989-1998,2000-2006; MX-3 1992-1995; MX-30 2022-2023; MX-6 1988-1997;
    Mazda5 2006-2010,2012-2015; Mazda2 2011-2014; RX-7 1981-1991,1993-1995; RX-8 2004-2011`,
  McLaren: `-540C; -625C; -SENNA GTR; ARTURA > Artura; ELVA > Elva; SENNA > Senna; 570GT 2017-2020;
    570S 2016-2020; 600LT 2019-2020; 650S 2015-2017; 675LT 2016-2017; 720S 2018-2023;
    765LT 2021-2022; GT 2020-2023; MP4-12C 2012-2014; P1 2014-2015; Senna 2019-2020`,
  'Mercedes-Benz': `-190; -240; -260; -280; -300; -350; -380; -400; -420; -500; -560; -600;
    EQB-Class > EQB; EQE-Class SUV > EQE SUV; EQE-Class Sedan > EQE Sedan; EQS-Class SUV > EQS SUV;
    EQS-Class Sedan > EQS Sedan; ML-Class > M-Class; 190D 1984-1989; 190E 1984-1993; 240D 1981-1983;
    260E 1987-1989; 280E 1981; 300CD 1981-1985; 300CE 1988-1993; 300D 1981-1985,1987,1990-1993;
    300E 1986-1993; 300SD 1981-1985,1992-1993; 300SDL 1986-1987; 300SE 1988-1993; 300SEL 1988-1991;
    300SL 1990-1993; 300TD 1981-1987; 300TE 1988-1993; 350SDL 1990-1991; 380SE 1984-1985;
    380SEC 1982-1983; 380SEL 1981-1983; 380SL 1981-1985; 400E 1992-1993; 400SEL 1992-1993;
    420SEL 1986-1991; 500E 1992-1993; 500SEC 1984-1985,1993; 500SEL 1984-1985,1992-1993;
    500SL 1990-1993; 560SEC 1986-1991; 560SEL 1986-1991; 560SL 1986-1989; 600SEL 1992-1993;
    600SL 1993; B-Class 2006-2019; CLS-Class 2006-2023; G-Class 2002-; GL-Class 2007-2016;
    GLA-Class 2015-; GLK-Class 2010-2015; GLS-Class 2017-; M-Class 1998-2015; Metris 2016-2023;
    R-Class 2006-2012; SL-Class 1994-2009,2011-2020,2022-; SLR McLaren 2005-2009;
    SLS-Class 2011-2015; +Sprinter; +eSprinter`,
  Mercury: `MARQUIS > Marquis; Capri 1981-1986,1991-1994; LN7 1982-1983; Marauder 2003-2004;
    Tracer 1988-1989,1991-1999`,
  Merkur: `Scorpio 1988-1989; XR4Ti 1985-1989`,
  Mitsubishi: `-RVR; -SP; -SPX; -Space Wagon; -Wagon; Lancer SportBack > Lancer Sportback;
    Diamante 1992-2004; Expo 1992-1995; Lancer Sportback 2004,2009-2014; Mighty Max 1983-1996;
    Mirage 1985-2002,2014-2024; Mirage G4 2017-2024; Montero 1983-2006; Montero Sport 1997-2004;
    Raider 2006-2009; Starion 1983-1989; i-MiEV 2012-2017`,
  Nissan: `-Altra; -Altra-EV; -Micra; -Sentra Classic; -X-Trail; Ariya Hatchback > Ariya;
    Ariya MPV > Ariya; Ariya 2023-2025; Kicks MPV > Kicks; Nissan Z > Z; PULSAR > Pulsar; 200SX 1984-1988,1995-1998;
    240SX 1989-1998; 300ZX 1984-1996; 370Z 2009-2020; Armada 2004-2015,2017-; Axxess 1990;
    Cube 2009-2014; Frontier 1998-; GT-R 2009-2024; Juke 2011-2017; Maxima 1981-2014,2016-2023;
    Murano 2003-2007,2009-; NV 2012-2021; NV200 2013-2021; Pathfinder 1987-2020,2022-;
    Pickup 1983-1997; Pulsar 1983-1990; Quest 1993-2002,2004-2009,2011-2017; Rogue Select 2014-2015;
    Stanza 1982-1992; Stanza Wagon 1986-1988; Titan 2004-2024; Titan XD 2016-2024; Van 1987-1990;
    Versa 2007-2025; Versa Note 2014-2019; Xterra 2000-2015`,
  Oldsmobile: `Eighty Eight (88) > Eighty Eight; Ninety Eight (98) > Ninety-Eight;
    Bravada 1991-1994,1996-2004; Custom Cruiser 1981-1992; Cutlass Calais 1985-1991;
    Toronado 1981-1992; Regency 1997-1998`,
  Peugeot: `405 1989-1991; 505 1981-1991`,
  Plymouth: `CARAVELLE > Caravelle; CONQUEST > Conquest; GRAN FURY > Gran Fury; HORIZON > Horizon;
    RELIANT > Reliant; SAPPORO > Sapporo; TURISMO > Turismo; Trailduster > Trail Duster;
    Acclaim 1989-1995; Arrow Pickup 1981-1982; Caravelle 1985-1988; Colt 1983-1994;
    Conquest 1984-1986; Grand Voyager 1987-2000; Laser 1990-1994; Neon 1995-2001;
    Prowler 1997,1999-2001; +Scamp; TC3 1981-1982; Trail Duster 1981; Turismo 1983-1987;
    Voyager 1981-2000`,
  Polestar: `PS1 > Polestar 1; PS2 > Polestar 2; Polestar 1 2020-2021`,
  Pontiac: `-Laurentian; -Matiz; -Sunburst; -Tempest; Grand AM > Grand Am;
    Grand Lemans > Grand LeMans; Lemans > LeMans; Sunbird 2000 > 2000; 2000 1983-1984;
    6000 1982-1991; Aztek 2001-2005; Firefly 1985-2000; G8 2008-2009; LeMans 1981,1988-1993;
    Parisienne 1981-1986; Sunbird 1985-1994; Sunfire 1995-2005`,
  Porsche: `918 > 918 Spyder; 924 1981-1982,1987-1988; 928 1981-1995; 944 1983-1991; 968 1992-1995;
    Carrera GT 2004-2005; 718 Boxster 2017-2025; 718 Cayman 2017-2025;
    718 Spyder 2020,2022-2025`,
  Ram: `-4000; -4500; -5500; Promaster City > ProMaster City; 1500 2010-; 1500 Classic 2019-2024;
    2500 2010-; 3500 2010-; Cargo Van > C/V; C/V 2012-2015; Dakota 2011; +ProMaster 1500;
    +ProMaster 2500; +ProMaster 3500; ProMaster City 2015-2022`,
  Renault: `LeCar > Le Car; Encore 1984-1986; Fuego 1982-1985`,
  Rivian: `+R1T`,
  'Rolls-Royce': `-Touring Limousine; Camargue 1981-1985`,
  Saab: `9-4x > 9-4X; 9-2X 2005-2006; 9-3 1999-2011; 9-4X 2011; 9-5 1999-2011; 9000 1986-1998`,
  Saturn: `L100 2001-2002; L200 2001-2003; L300 2001-2005; LS 2000; LS1 2000; LS2 2000; LW1 2000;
    LW2 2000; LW200 2001-2003; LW300 2001-2004`,
  Scion: `FR-S 2013-2016; iA 2016; iM 2016; iQ 2012-2015; tC 2005-2016; xA 2004-2006;
    xB 2004-2006,2008-2015; xD 2008-2014`,
  smart: `-smart; EQ Fortwo > Fortwo; Fortwo Electric Drive > Fortwo; Fortwo 2008-2019`,
  Subaru: `-GLF; -Standard; B9 Tribeca > Tribeca; Brat > BRAT; XV CrossTrek > XV Crosstrek;
    BRAT 1981-1987; BRZ 2013-2020,2022-; XV Crosstrek 2013-2015; Legacy 1990-2025; Outback 1995-;
    WRX 2002-`,
  Suzuki: `-Forsa; Grand Vitara XL-7 > XL-7; XL7 > XL-7; Equator 2009-2012; Grand Vitara 1999-2013;
    Kizashi 2010-2013; SX4 2007-2013; Samurai 1986-1995; Sidekick Sport 1996-1998; Swift 1989-2001;
    Verona 2004-2006; XL-7 2002-2009`,
  Tesla: `+Cybertruck`,
  Toyota: `-Cargo Van; -FCHV-adv; -Scion FR-S; -Scion iA; -Scion iM; -Scion iQ; -Scion tC;
    -Scion xA; -Scion xB; -Scion xD; +T100; +Tacoma; COROLLA iM > Corolla iM;
    Corolla Matrix > Matrix; Pick-Up > Pickup; Prius Prime (PHEV) > Prius Prime;
    RAV4 Prime (PHEV) > RAV4 Prime; C-HR 2018-2022; Camry Solara 1999-2008; Celica 1981-2005;
    Land Cruiser 1981-2021,2024-; MR2 1985-1989,1991-1995,2000-2005; Paseo 1992-1997;
    Pickup 1981-1995; Previa 1991-1997; Prius C 2012-2019; Prius Prime 2017-2024;
    RAV4 Prime 2021-2024; Sequoia 2001-; Sienna 1998-; Tercel 1981-1998; Tundra 2000-;
    Van 1984-1989; Venza 2009-2016,2021-2024; Yaris 2007-2020; Yaris iA 2017-2018`,
  Triumph: `TR7 1981; TR8 1981`,
  VinFast: `-VF 6; -VF 7; VF 8 2023-; VF 9 2024-`,
  Volkswagen: `-GLI; -KOMBI; CABRIOLET > Cabriolet; FOX > Fox; Golf GTI > GTI; Golf III > Golf;
    Beetle 1998-2010,2012-2019; CC 2009-2017; Cabrio 1995-2002; Cabriolet 1985-1993;
    Corrado 1990-1994; EuroVan 1993-2003; GTI 1983-1992,1995-; Golf 1985-2006,2010-2021;
    Golf Alltrack 2017-2019; Golf R 2012-2013,2015-2019,2022-; Golf SportWagen 2015-2019;
    Jetta 1981-; Jetta GLI 2004-2009,2012-; Jetta Wagon 2001-2005; Passat 1990-2022;
    Rabbit Pickup 1981-1983; Routan 2009-2014; Scirocco 1981-1988; Tiguan Limited 2017-2018;
    Touareg 2004-2017; Vanagon 1981-1991; e-Golf 2015-2019`,
  Volvo: `-C70 / C30; -EX30 CC; 240 Series > 240; 260 Series > 260; 740 Series > 740;
    760 Series > 760; 780 Series > 780; 850 Series > 850; 940 Series > 940; 960 Series > 960;
    V60CC > V60 Cross Country; V90CC > V90 Cross Country; 740 1985-1992; 760 1983-1990;
    780 1987-1991; 960 1992-1997; C30 2008-2013; C70 1998-2004,2006-2013; S40 2000-2011;
    S60 2001-2009,2011-2025; S90 1997-1998,2017-2025; V70 1998-2010; V90 1997-1998,2017-2021; XC60 2010-;
    XC70 2003-2016; XC90 2003-2014,2016-`,
  Yugo: `-Yugo 45; -Yugo 55; -Yugo 65; 102, GV > GV; GV 1986-1990`,
}
export const MAKES_WITHOUT_CORRECTIONS = ['Genesis', 'International', 'Lucid', 'MG', 'Opel']
